// What is told to the person: one line that is seen for a while, and the same read aloud by a screen reader.

import { untrack } from 'svelte';
import { Refusal } from '../api/http';
import type { Side } from '../api/types';
import { Crashed, Refused } from '../engine/module';
import { lessonAbout } from '../learn/rules/about';
import { text } from '../text';
import { badMoveOf } from '../text/codes';
import type { Speaker } from '../text/speaker';

export interface Message {
  text: string;
  kind: 'plain' | 'problem';
  /** The lesson of the rules that says why. */
  lesson?: number;
  /** What can be done about it, as to take something back. */
  action?: { label: string; run: () => unknown };
}

/** How long a message is shown, in milliseconds; longer if there is more to read or something to decide. */
const SEEN = 5000;
const PER_LETTER = 50;
const DECIDED = 15_000;

class Messages {
  /** The line that is shown until it is out of date. */
  shown: Message | null = $state.raw(null);
  /** What a screen reader is to say next. */
  spoken = $state('');
  /** Places beside a board that show it; without one it is at the bottom of the screen. */
  places = $state(0);

  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a line and has it read; `why` is the code of a rule that it comes from. */
  tell(text: string, why?: string) {
    this.show({ text, kind: 'plain', ...lessonOf(why) });
  }

  /** Says what was done, with a way back. */
  offer(text: string, label: string, run: () => unknown) {
    this.show({ text, kind: 'plain', action: { label, run } });
  }

  /** Tells why something cannot be done; `turn` is the side to move where it is about a game, with its names of things. */
  refuse(error: unknown, turn?: Side, speaker?: Speaker) {
    this.show({ text: sentence(error, turn, speaker), kind: 'problem', ...lessonOf(ruleOf(error, turn)) });
  }

  /** Has something read that can be seen anyway. */
  announce(text: string) {
    // The same text twice in a row would not be read, so a blank that cannot be seen makes it different.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  /** Does what the line offers. */
  act = () => {
    const action = this.shown?.action;
    this.clear();
    action?.run();
  };

  clear() {
    clearTimeout(this.timer);
    // What is out of date is not there to be read either.
    const [shown, spoken] = untrack(() => [this.shown, this.spoken] as const);
    if (shown && spoken.startsWith(shown.text)) this.spoken = '';
    this.shown = null;
  }

  /** Takes back what was said elsewhere, or in another language. */
  forget() {
    this.clear();
    this.spoken = '';
  }

  /** Keeps the line as long as it is pointed at. */
  hold() {
    clearTimeout(this.timer);
  }

  letGo() {
    this.hold();
    if (!this.shown) return;
    const { text, action } = this.shown;
    this.timer = setTimeout(() => this.clear(), SEEN + PER_LETTER * text.length + (action ? DECIDED : 0));
  }

  private show(message: Message) {
    this.shown = message;
    this.announce(message.text);
    this.letGo();
  }
}

/** The code of the rule by which a move was refused. */
function ruleOf(error: unknown, turn: Side = 'black'): string | undefined {
  if (!(error instanceof Refused || error instanceof Refusal)) return undefined;
  return badMoveOf({ code: error.code ?? '', message: '', with: error.why }, turn, text.speaker)?.code;
}

function lessonOf(rule: string | undefined): Pick<Message, 'lesson'> {
  const lesson = rule === undefined ? undefined : lessonAbout(rule);
  return lesson === undefined ? {} : { lesson };
}

function sentence(error: unknown, turn?: Side, speaker?: Speaker): string {
  if (error instanceof Refused || (error instanceof Refusal && error.why)) {
    return text.codes.error({ code: error.code, message: error.message, with: error.why }, turn, speaker);
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
