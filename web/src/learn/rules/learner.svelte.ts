// Somebody who learns the rules: the lesson that is open, what was done in it, and what there is to say about that.

import type { MoveInfo, PositionInfo, Side } from '../../api/types';
import type { Travel } from '../../board/pieces';
import { ask, loadRules } from '../../rules';
import type { GameTable, NodeInfo } from '../../state/game-table';
import { attempt, messages } from '../../state/messages.svelte';
import { announceMove } from '../../state/sound';
import { rulesCourse, type Lesson, type Task } from './lessons';

/** How the last thing was that the learner did. */
export type Feedback = 'right' | 'other' | null;

class Learner implements GameTable {
  index = $state(0);
  /** Which task of the lesson is next. */
  task = $state(0);
  feedback: Feedback = $state(null);
  /** The lessons that were done, by their place. */
  done: ReadonlySet<number> = $state.raw(new Set());
  /** The square that was touched last. */
  touched: number | null = $state(null);
  position: PositionInfo | null = $state.raw(null);
  private made: MoveInfo | null = $state.raw(null);
  /** Every position of the lesson, to see which has been there before. */
  private fens: readonly string[] = $state.raw([]);

  readonly lesson: Lesson = $derived(rulesCourse[this.index]!);
  readonly current: Task | null = $derived(this.lesson.tasks[this.task] ?? null);
  readonly isDone: boolean = $derived(this.current === null);
  /** How often the position on the board has been there. */
  readonly times: number = $derived(this.fens.filter((fen) => fen === this.fens.at(-1)).length);

  readonly game = $derived({ id: this.lesson.id, nodes: [], rules: 'official' });
  readonly at: number = $derived(this.fens.length);
  readonly node: NodeInfo | null = $derived(this.position && this.nodeOf(this.position));
  readonly moves: readonly MoveInfo[] = $derived(this.current?.kind === 'move' ? (this.position?.moves ?? []) : []);
  readonly travel: Travel | null = $derived(this.made?.route ?? null);
  readonly bottom: Side = 'white';
  readonly names = 'numbers';
  readonly isAtHead = true;
  readonly canPremove = false;
  readonly pending = null;
  readonly hint = null;
  readonly ownSide = null;

  go(index: number) {
    this.index = Math.min(Math.max(index || 0, 0), rulesCourse.length - 1);
    return this.restart();
  }

  restart = async () => {
    this.task = 0;
    this.feedback = null;
    [this.made, this.touched] = [null, null];
    messages.clear();
    await attempt(async () => {
      await loadRules();
      this.show(ask('position', { type: 'position', fen: this.lesson.fen }));
    });
  };

  /** A square was touched where one was asked for. */
  touch(square: number) {
    if (this.current?.kind !== 'square') return;
    this.touched = square;
    this.settle(this.current.square === square);
  }

  async play(move: MoveInfo) {
    if (this.current?.kind !== 'move') return;
    const { accepts, reply } = this.current;
    if (accepts.length && !accepts.includes(move.text)) return this.settle(false);
    this.make(move.text);
    if (reply) this.make(reply);
    this.settle(true);
  }

  /** A move was typed; was it a good one? */
  async playTyped(typed: string): Promise<boolean> {
    if (this.current?.kind !== 'type' || !this.position) return false;
    const wanted = this.current.move;
    return (
      (await attempt(async () => {
        const { move } = ask('position_move', { type: 'position_move', fen: this.position!.fen, move: typed });
        if (move.text === wanted) this.make(typed);
        this.settle(move.text === wanted);
        return move.text === wanted;
      })) ?? false
    );
  }

  refuseMove() {
    messages.clear();
  }
  goTo() {}
  back() {}
  forth() {}
  first() {}
  last() {}
  turn() {}

  private make(text: string) {
    const { move, position } = ask('position_move', { type: 'position_move', fen: this.position!.fen, move: text });
    this.made = move;
    this.show(position);
    announceMove(this.node!, position.result);
  }

  private show(position: PositionInfo) {
    const isNew = this.made === null;
    this.position = position;
    this.fens = isNew ? [position.fen] : [...this.fens, position.fen];
  }

  private settle(isRight: boolean) {
    this.feedback = isRight ? 'right' : 'other';
    if (!isRight) return;
    messages.clear();
    this.task += 1;
    if (this.isDone) this.done = new Set([...this.done, this.index]);
  }

  private nodeOf({ fen, turn }: PositionInfo): NodeInfo {
    return { id: this.at, ply: this.at, turn, fen, children: [], ...(this.made && { move: this.made }) };
  }
}

export const learner = new Learner();
