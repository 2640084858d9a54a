// What is told to the person: one line that is seen, and the same read aloud by a screen reader.

import { Refusal } from '../api/http';
import type { Side } from '../api/types';
import { Crashed, Refused } from '../engine/module';
import { lessonAbout } from '../learn/rules/about';
import { text } from '../text';
import { badMoveOf } from '../text/codes';

export interface Message {
  text: string;
  kind: 'plain' | 'problem';
  /** The lesson of the rules that says why. */
  lesson?: number;
}

class Messages {
  /** The line that is shown until it is out of date. */
  shown: Message | null = $state.raw(null);
  /** What a screen reader is to say next. */
  spoken = $state('');

  /** Shows a line and has it read; `why` is the code of a rule that it comes from. */
  tell(text: string, why?: string) {
    this.shown = { text, kind: 'plain', ...lessonOf(why) };
    this.announce(text);
  }

  /** Tells why something cannot be done; `turn` is the side to move where it is about a game. */
  refuse(error: unknown, turn?: Side) {
    const said = sentence(error, turn);
    this.shown = { text: said, kind: 'problem', ...lessonOf(ruleOf(error, turn)) };
    this.announce(said);
  }

  /** Has something read that can be seen anyway. */
  announce(text: string) {
    // The same text twice in a row would not be read, so a blank that cannot be seen makes it different.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  clear() {
    this.shown = null;
  }

  /** Takes back what was said in another language. */
  forget() {
    this.clear();
    this.spoken = '';
  }
}

/** The code of the rule by which a move was refused. */
function ruleOf(error: unknown, turn: Side = 'black'): string | undefined {
  if (!(error instanceof Refused || error instanceof Refusal)) return undefined;
  return badMoveOf({ code: error.code ?? '', message: '', with: error.why }, turn)?.code;
}

function lessonOf(rule: string | undefined): Pick<Message, 'lesson'> {
  const lesson = rule === undefined ? undefined : lessonAbout(rule);
  return lesson === undefined ? {} : { lesson };
}

function sentence(error: unknown, turn?: Side): string {
  if (error instanceof Refused || (error instanceof Refusal && error.why)) {
    return text.codes.error({ code: error.code, message: error.message, with: error.why }, turn);
  }
  if (error instanceof Refusal) return error.message;
  console.error(error);
  return error instanceof Crashed ? text.message.crashed : text.message.broken;
}

export const messages = new Messages();

/** Does something, and tells if it cannot be done. */
export async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    messages.refuse(error);
    return undefined;
  }
}
