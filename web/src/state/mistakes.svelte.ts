// Learning from mistakes: the position before each of them is played again until the move is good.

import type { MoveInfo, PositionInfo, ReviewMove, ReviewSummary, Side } from '../api/types';
import type { Arrow } from '../board/marks';
import type { Travel } from '../board/pieces';
import { engine, type Asked } from '../engine/client';
import { ask } from '../rules';
import type { GameTable, NodeInfo } from './game-table';
import { attempt, messages } from './messages.svelte';
import { isMistake, review } from './review.svelte';
import { announceMove } from './sound';
import { study } from './study.svelte';
import { nodeOf } from './tree';

/** How long the engine looks at a move that was tried, in milliseconds for each position. */
const PATIENCE = 400;

export type Stage = 'try' | 'judging' | 'right' | 'wrong' | 'shown' | 'done';

class Mistakes implements GameTable {
  /** The moves to do better; none while nobody learns. */
  list: readonly ReviewMove[] = $state.raw([]);
  index = $state(0);
  stage: Stage = $state('try');
  isHinted = $state(false);
  /** How many were found without help. */
  found = $state(0);
  private side: Side = $state('black');
  private isTurned = $state(false);
  private tried: { move: MoveInfo; position: PositionInfo } | null = $state.raw(null);
  private judging: Asked<ReviewSummary> | null = null;

  readonly isOn: boolean = $derived(this.list.length > 0);
  readonly mistake: ReviewMove | null = $derived(this.list[this.index] ?? null);
  /** The node before the mistake. */
  readonly from: number = $derived.by(() => {
    const node = this.mistake && study.view && nodeOf(study.view, review.nodeAfter(this.mistake.ply) ?? 0);
    return node?.parent ?? 0;
  });
  private readonly before: PositionInfo | null = $derived.by(() => {
    const node = this.isOn && study.view ? nodeOf(study.view, this.from) : undefined;
    return node ? ask('position', { type: 'position', fen: node.fen, rules: study.view!.rules }) : null;
  });
  /** The best line there. */
  readonly solution: readonly MoveInfo[] = $derived(this.mistake?.better?.moves ?? []);
  readonly move: MoveInfo | null = $derived(this.tried?.move ?? null);

  readonly position: PositionInfo | null = $derived(this.tried?.position ?? this.before);
  readonly game = $derived(study.game && { id: `${study.game.id} ${this.index}`, nodes: [], rules: study.game.rules });
  readonly at: number = $derived(this.tried ? 1 : 0);
  readonly node: NodeInfo | null = $derived(this.position && this.nodeOf(this.position));
  readonly moves: readonly MoveInfo[] = $derived(this.stage === 'try' ? (this.before?.moves ?? []) : []);
  readonly travel: Travel | null = $derived(this.tried?.move.route ?? null);
  readonly bottom: Side = $derived.by(() => (this.isTurned === (this.side === 'black') ? 'white' : 'black'));
  readonly ownSide = null;
  readonly isAtHead = true;
  readonly canPremove = false;
  readonly pending = null;
  readonly hint = null;

  /** What is drawn to help. */
  readonly arrows: readonly Arrow[] = $derived.by(() => {
    const path = this.solution[0]?.route ?? [];
    if (this.stage === 'shown') return [{ squares: path, kind: 'hint' }];
    return this.isHinted && this.stage === 'try' ? [{ squares: path.slice(0, 1), kind: 'hint' }] : [];
  });

  /** Begins with the mistakes of a side. */
  begin(side: Side) {
    this.side = side;
    this.isTurned = false;
    this.list = review.mistakes.filter((move) => move.side === side && move.better);
    this.found = 0;
    this.go(0);
  }

  end = () => {
    this.judging?.stop();
    this.list = [];
    messages.clear();
  };

  next = () => this.go(this.index + 1);

  /** Another try. */
  again = () => {
    this.tried = null;
    this.stage = 'try';
  };

  help = () => void (this.isHinted = true);

  giveUp = () => {
    this.tried = null;
    this.stage = 'shown';
  };

  async play(move: MoveInfo) {
    const { before, mistake } = this;
    if (!before || !mistake || this.stage !== 'try') return;
    messages.clear();
    const rules = study.view!.rules;
    const { position } = ask('position_move', { type: 'position_move', fen: before.fen, rules, move: move.text });
    this.tried = { move, position };
    announceMove(this.node!, position.result);
    this.stage = 'judging';
    const isGood = await this.isGood(before.fen, rules, move);
    if (this.mistake !== mistake || this.stage !== 'judging') return;
    if (isGood && !this.isHinted) this.found += 1;
    this.stage = isGood ? 'right' : 'wrong';
  }

  async playTyped(typed: string): Promise<boolean> {
    const { before } = this;
    if (!before || this.stage !== 'try') return false;
    const answer = await attempt(async () => ask('position_move', { type: 'position_move', fen: before.fen, rules: study.view!.rules, move: typed }));
    if (answer) void this.play(answer.move);
    return answer !== undefined;
  }

  refuseMove() {
    if (this.stage === 'wrong') this.again();
  }

  goTo() {}
  back() {}
  forth() {}
  first() {}
  last() {}
  turn = () => void (this.isTurned = !this.isTurned);

  private go(index: number) {
    this.judging?.stop();
    this.index = index;
    this.tried = null;
    this.isHinted = false;
    this.stage = this.mistake ? 'try' : 'done';
    messages.clear();
  }

  /** Is it as good as the best one, or hardly worse? */
  private async isGood(fen: string, rules: string, move: MoveInfo): Promise<boolean> {
    if (move.text === this.solution[0]?.text) return true;
    if (move.text === this.mistake?.move.text) return false;
    let judged: ReviewMove | undefined;
    this.judging = engine.review({ fen, rules, moves: [move.text] }, PATIENCE, (move) => (judged = move));
    await attempt(() => this.judging!.found);
    return judged !== undefined && !isMistake(judged);
  }

  private nodeOf({ fen, turn }: PositionInfo): NodeInfo {
    return { id: this.at, ply: this.at, turn, fen, children: [], ...(this.tried && { move: this.tried.move }) };
  }
}

export const mistakes = new Mistakes();
