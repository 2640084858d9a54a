// What is told to the person: one line that is seen, and the same read aloud by a screen reader.

import { Refusal } from '../api/http';
import type { Side } from '../api/types';
import { Crashed, Refused } from '../engine/module';
import { text } from '../text';

export interface Message {
  text: string;
  kind: 'plain' | 'problem';
}

class Messages {
  /** The line that is shown until it is out of date. */
  shown: Message | null = $state.raw(null);
  /** What a screen reader is to say next. */
  spoken = $state('');

  /** Shows a line and has it read. */
  tell(text: string) {
    this.shown = { text, kind: 'plain' };
    this.announce(text);
  }

  /** Tells why something cannot be done; `turn` is the side to move where it is about a game. */
  refuse(error: unknown, turn?: Side) {
    const said = sentence(error, turn);
    this.shown = { text: said, kind: 'problem' };
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
