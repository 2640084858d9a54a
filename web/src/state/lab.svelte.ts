// The position of the bits panel: three words that can be changed at will, and what the rules say about them.

import type { BitsAnswer, BitsRequest, MoveInfo, Operation, PositionInfo, Side } from '../api/types';
import type { Kind, Pieces, Travel } from '../board/pieces';
import { ask, loadRules, type AnswerOf } from '../rules';
import { attempt } from './messages.svelte';

export type BaseMask = 'black' | 'white' | 'kings';
export const BASE_MASKS: readonly string[] = ['black', 'white', 'kings'];

class Lab {
  words: Record<BaseMask, number> = $state.raw({ black: 0, white: 0, kings: 0 });
  turn: Side = $state('black');
  answer: BitsAnswer | null = $state.raw(null);
  /** With the legal moves; null while the bits are no position. */
  position: PositionInfo | null = $state.raw(null);
  /** The move that was made last, and what it did. */
  lastMove: MoveInfo | null = $state.raw(null);
  operations: readonly Operation[] = $state.raw([]);
  /** The mask that is shown in full. */
  selected = $state('black');
  layout: 32 | 64 = $state(32);
  /** The masks of the piece in the hand. */
  pick: AnswerOf<'pick'> | null = $state.raw(null);
  /** The square under the pointer. */
  pointed: number | null = $state(null);

  readonly mask = $derived(this.answer?.masks.find((mask) => mask.name === this.selected) ?? null);
  readonly pieces: Pieces = $derived(Array.from({ length: 32 }, (_, bit) => this.kindAt(bit)));
  readonly travel: Travel | null = $derived(this.lastMove?.route ?? null);

  /** Nobody has changed a bit or moved a piece, so another position may take its place. */
  isUntouched = true;

  load(fen: string) {
    this.forgetMove();
    this.isUntouched = true;
    return this.ask({ fen });
  }

  toggle(mask: BaseMask, square: number) {
    this.forgetMove();
    this.isUntouched = false;
    const words = { ...this.words, [mask]: (this.words[mask] ^ (1 << (square - 1))) >>> 0 };
    this.words = words;
    return this.askWords();
  }

  setTurn(turn: Side) {
    this.forgetMove();
    this.isUntouched = false;
    this.turn = turn;
    return this.askWords();
  }

  async play(move: MoveInfo) {
    const { position } = this;
    if (!position) return;
    this.isUntouched = false;
    await attempt(async () => {
      const made = { fen: position.fen, move: move.text };
      const after = ask('position_move', { type: 'position_move', ...made });
      this.operations = ask('bits', { type: 'bits', ...made }).operations ?? [];
      this.lastMove = after.move;
      await this.ask({ fen: after.position.fen });
    });
  }

  /** A piece is taken up, or put down: its masks stay until the next one, or another position. */
  take(square: number | null) {
    if (square && this.position) this.pick = ask('pick', { type: 'pick', fen: this.position.fen, square });
  }

  private askWords() {
    const hex = (word: number) => `0x${word.toString(16)}`;
    const { black, white, kings } = this.words;
    return this.ask({ words: { black: hex(black), white: hex(white), kings: hex(kings), turn: this.turn } });
  }

  private async ask(question: BitsRequest) {
    const answer = await attempt(async () => {
      await loadRules();
      return ask('bits', { type: 'bits', ...question });
    });
    if (!answer) return;
    const word = (name: BaseMask) => Number(answer.masks.find((mask) => mask.name === name)?.hex32 ?? 0);
    this.words = { black: word('black'), white: word('white'), kings: word('kings') };
    this.turn = answer.turn;
    this.answer = answer;
    this.pick = null;
    this.position = answer.problems.length === 0 ? ask('position', { type: 'position', fen: answer.fen }) : null;
  }

  private forgetMove() {
    this.lastMove = null;
    this.operations = [];
  }

  private kindAt(bit: number): Kind | null {
    const has = (mask: BaseMask) => (this.words[mask] >>> bit) & 1;
    if (has('black')) return has('kings') ? 'B' : 'b';
    return has('white') ? (has('kings') ? 'W' : 'w') : null;
  }
}

export const lab = new Lab();
