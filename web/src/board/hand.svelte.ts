// What a player holds: a piece that was taken up and the part of its jump that was made already.
// It knows no rules. It is given the legal moves and narrows them down square by square.

import type { MoveInfo } from '../api/types';
import { between } from './geometry';

/** What touching a square came to. */
export type Touch =
  | { kind: 'taken' | 'put-down' | 'hop' | 'choose' }
  | { kind: 'played'; move: MoveInfo }
  | { kind: 'refused'; from: number | null; to: number };

export class Hand {
  moves: readonly MoveInfo[] = $state.raw([]);
  /** The squares of the move in the making, the one it leaves first. */
  held: readonly number[] = $state.raw([]);
  /** Moves that all fit what was touched, for the player to choose from. */
  choices: readonly MoveInfo[] = $state.raw([]);
  /** A single touch of a square plays the only move that ends there. */
  isQuick = $state(false);

  readonly candidates: readonly MoveInfo[] = $derived(
    this.held.length ? this.moves.filter((move) => this.held.every((square, i) => move.route[i] === square)) : [],
  );

  /** Where the piece may go next, and where the whole move may end. */
  readonly targets: ReadonlySet<number> = $derived(
    new Set(this.candidates.flatMap((move) => [move.route[this.held.length], move.route.at(-1)]).filter(isSquare)),
  );

  /** The piece is here now. */
  get at(): number | null {
    return this.held.at(-1) ?? null;
  }

  /** May the move end where the piece is, though it could go on? */
  get canStop(): boolean {
    return this.held.length > 1 && this.candidates.some((move) => move.route.length === this.held.length);
  }

  /** Pieces that the hops so far have jumped. */
  get jumped(): readonly number[] {
    return this.held.slice(1).map((square, i) => between(this.held[i]!, square)).filter(isSquare);
  }

  deal(moves: readonly MoveInfo[]) {
    this.moves = moves;
    this.putDown();
  }

  putDown() {
    this.held = [];
    this.choices = [];
  }

  /** Takes back the last hop, or puts the piece down. */
  back() {
    if (this.choices.length > 0) this.choices = [];
    else this.held = this.held.slice(0, -1);
  }

  canTake(square: number): boolean {
    return this.moves.some((move) => move.route[0] === square);
  }

  take(square: number): Touch {
    this.putDown();
    this.held = [square];
    return { kind: 'taken' };
  }

  touch(square: number): Touch {
    this.choices = [];
    if (this.held.length === 0) return this.touchFree(square);
    if (square === this.at) return this.touchSelf();

    const made = this.held.length;
    const hops = this.candidates.filter((move) => move.route[made] === square);
    if (hops.length > 1) {
      this.held = [...this.held, square];
      return { kind: 'hop' };
    }
    const onWay = this.candidates.filter((move) => move.route.includes(square, made));
    const ends = onWay.filter((move) => move.route.at(-1) === square);
    const fitting = [hops, ends, onWay].find((moves) => moves.length > 0) ?? [];
    if (fitting.length === 1) return this.play(fitting[0]!);
    if (fitting.length > 1) {
      this.choices = fitting;
      return { kind: 'choose' };
    }
    if (made === 1 && this.canTake(square)) return this.take(square);
    return { kind: 'refused', from: this.held[0]!, to: square };
  }

  private touchFree(square: number): Touch {
    if (this.canTake(square)) return this.take(square);
    const ending = this.moves.filter((move) => move.route.at(-1) === square);
    if (this.isQuick && ending.length === 1) return this.play(ending[0]!);
    return { kind: 'refused', from: null, to: square };
  }

  /** The piece itself is touched: its move ends here if the rules let it, or it is put down. */
  private touchSelf(): Touch {
    const complete = this.candidates.find((move) => move.route.length === this.held.length);
    if (complete) return this.play(complete);
    this.putDown();
    return { kind: 'put-down' };
  }

  private play(move: MoveInfo): Touch {
    this.putDown();
    return { kind: 'played', move };
  }
}

function isSquare(square: number | null | undefined): square is number {
  return typeof square === 'number';
}
