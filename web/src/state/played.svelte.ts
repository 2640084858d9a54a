// A game that is played, at one's own board or with others: one shape for both, and what can be done in either.

import type { Command, MoveInfo, Side, Situation } from '../api/types';
import type { Travel } from '../board/pieces';
import { ask } from '../rules';
import type { GameTable, NodeInfo } from './game-table';
import { messages } from './messages.svelte';
import { capturedBy, nodesOf, otherSide, type Line, type Taken } from './record';
import { text } from '../text';
import type { Speaker } from '../text/speaker';
import { announceMove } from './sound';
import { travelBetween } from './tree';

/** A game as it stands. */
export interface Played extends Line {
  readonly id: string;
  readonly rules: string;
  readonly now: Situation;
  /** The moves that can be made now. */
  readonly legal: readonly MoveInfo[];
  readonly opening?: string | undefined;
}

export abstract class PlayedTable implements GameTable {
  played: Played | null = $state.raw(null);
  at = $state(0);
  travel: Travel | null = $state.raw(null);
  pending: MoveInfo | null = $state.raw(null);
  isTurned = $state(false);
  /** When the clocks showed what they show, by the clock of this page. */
  since = $state(0);
  /** Is the end, which was seen to come, shown over the board? */
  isEndShown = $state(false);

  abstract readonly ownSide: Side | null;
  abstract readonly hint: { readonly move: MoveInfo } | null;

  private readonly nodes: readonly NodeInfo[] = $derived(this.played ? nodesOf(this.played) : []);
  readonly now: Situation | null = $derived(this.played?.now ?? null);
  readonly game = $derived(this.played && { id: this.played.id, nodes: this.nodes, rules: this.played.rules });
  readonly node: NodeInfo | null = $derived(this.nodes[this.at] ?? null);
  readonly isAtHead: boolean = $derived(this.at === this.nodes.length - 1);
  /** Does the person play in it, and is it not over? */
  readonly isPlaying: boolean = $derived(
    !!this.now && !this.now.result && (this.speaksFor('black') || this.speaksFor('white')),
  );
  readonly isOwnTurn: boolean = $derived(!!this.now && this.isPlaying && this.speaksFor(this.now.turn));
  readonly position = $derived.by(() => {
    if (!this.played || !this.isAtHead) return null;
    const { now, legal: moves } = this.played;
    return { fen: now.fen, turn: now.turn, moves: [...moves], must_jump: this.mustJump };
  });
  readonly moves: readonly MoveInfo[] = $derived(
    this.played && this.isAtHead && this.isOwnTurn && !this.pending ? this.played.legal : [],
  );
  readonly mustJump: boolean = $derived.by(() => {
    const legal = this.played?.legal ?? [];
    return legal.length > 0 && legal.every((move) => move.captured.length > 0);
  });
  readonly canPremove: boolean = $derived.by(() => this.isPlaying && this.isAtHead && this.ownSide !== null && !this.isOwnTurn);
  readonly bottom: Side = $derived.by(() => {
    const side = this.lower ?? this.ownSide ?? 'white';
    return this.isTurned ? otherSide(side) : side;
  });

  abstract play(move: MoveInfo): Promise<void>;
  abstract playTyped(typed: string): Promise<boolean>;
  abstract refuseMove(): void;
  abstract rematch(): unknown;
  /** Does something for the person's side. */
  abstract act(command: Command): unknown;
  /** Does the person here speak for a side? */
  abstract speaksFor(side: Side): boolean;

  /** The side that sits at the bottom whoever plays, if there is one. */
  get lower(): Side | null {
    return null;
  }

  /** Who names squares, sides and pieces. */
  get speaker(): Speaker {
    return text.speaker;
  }

  /** What a side is called in a sentence. */
  called(side: Side): string {
    return this.speaker.side(side);
  }

  /** How the game ended, in a sentence. */
  get ending(): string {
    return this.now?.result ? text.result(this.now.result, (side) => this.called(side)) : '';
  }

  /** What a side has captured up to the position that is looked at. */
  captured(side: Side): Taken {
    return this.played ? capturedBy(side, this.played, this.at) : { men: 0, kings: 0 };
  }

  goTo = (node: number) => {
    if (!this.game || !this.nodes[node]) return;
    this.travel = travelBetween(this.game, this.at, node);
    this.at = node;
  };

  back = () => this.goTo(this.at - 1);
  forth = () => this.goTo(this.at + 1);
  first = () => this.goTo(0);
  last = () => this.goTo(this.nodes.length - 1);
  turn = () => void (this.isTurned = !this.isTurned);

  /** Another game comes to the table. */
  protected clear() {
    this.played = null;
    this.at = 0;
    this.travel = null;
    this.pending = null;
    this.isTurned = false;
    this.isEndShown = false;
    messages.clear();
  }

  /** Takes over how the game stands, and follows it if its last move is looked at. */
  protected take(next: Played) {
    const wasAtHead = !this.played || this.isAtHead;
    const before = this.played?.moves.length ?? 0;
    if (!next.now.result) this.isEndShown = false;
    else if (this.played && !this.played.now.result) {
      this.isEndShown = true;
      // What was said during the game is over, too.
      messages.clear();
    }
    this.played = next;
    const head = next.moves.length;
    if (head !== before) this.pending = null;
    if (!wasAtHead && this.at <= head) return;
    if (this.at === head) return;
    // Only a single move is seen to be made, or to be taken back.
    if (this.at > head) [this.travel, this.at] = [null, head];
    else this.goTo(head);
  }

  /** Says that a move was made. */
  protected tellMove(ply: number) {
    const node = this.nodes[ply + 1];
    if (node?.move) announceMove(node, this.now?.result ?? undefined, this.speaker);
  }
}

/** The positions of a game and its moves, as the rules know them. */
export function lineOf(fen: string, moves: readonly string[], rules: string): Line {
  return ask('line', { type: 'line', fen, moves: [...moves], rules });
}
