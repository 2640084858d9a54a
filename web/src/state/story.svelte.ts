// A game of a tournament that is looked at, over or in progress: its moves with what was said beside each.

import { tournaments, type LiveGame, type News, type Story, type Words } from '../api/arena';
import type { MoveInfo, NodeInfo, Side } from '../api/types';
import type { Travel } from '../board/pieces';
import { isKing, piecesOfFen } from '../board/pieces';
import { text } from '../text';
import { arena, type Listener } from './arena.svelte';
import { moveOf, turnOf } from './record';
import type { GameTable } from './game-table';
import { attempt, messages } from './messages.svelte';
import { announceMove } from './sound';
import { travelBetween } from './tree';

class StoryTable implements GameTable, Listener {
  story: Story | null = $state.raw(null);
  at = $state(0);
  travel: Travel | null = $state.raw(null);
  isTurned = $state(false);
  readonly hint = null;
  readonly pending = null;
  readonly moves: readonly MoveInfo[] = [];
  readonly canPremove = false;
  readonly ownSide = null;
  readonly position = null;

  private id = '';
  private number = 0;
  private run: number | undefined;

  private readonly nodes: readonly NodeInfo[] = $derived(this.story ? nodesOf(this.story) : []);
  readonly game = $derived(this.story && { id: `${this.id}-${this.number}`, nodes: [...this.nodes], rules: 'official' });
  readonly node: NodeInfo | null = $derived(this.nodes[this.at] ?? null);
  readonly isAtHead: boolean = $derived(this.at === this.nodes.length - 1);
  readonly bottom: Side = $derived(this.isTurned ? 'black' : 'white');

  /** What was said for the move that is looked at; at the end also what came after the last move. */
  readonly words: readonly Words[] = $derived.by(() => {
    const { story, at, isAtHead } = this;
    return (story?.words ?? []).filter(({ ply }) => ply === at - 1 || (isAtHead && ply === at));
  });

  /** Opens a game, and hears of it until it is left. */
  open(id: string, number: number, run?: number): () => void {
    [this.id, this.number, this.run] = [id, number, run];
    [this.story, this.at, this.travel] = [null, 0, null];
    messages.clear();
    void this.fetch();
    return arena.listen(this);
  }

  anew() {
    // A game that is over does not change any more.
    if (this.story && !this.story.over) void this.fetch();
  }

  news(news: News) {
    const { story } = this;
    if (!story || story.over) return;
    const isThis = ({ game }: { game: number }) => game === this.number;
    const isOther = news.begun?.some(isThis) || news.over?.some(({ game }) => isThis(game));
    if (isOther) return void this.fetch();
    const isKnown = (said: Words) => story.words.some(({ ply, attempt }) => ply === said.ply && attempt === said.attempt);
    const said = (news.said ?? []).filter(isThis).map(({ words }) => words).filter((words) => !isKnown(words));
    const moved = news.moved?.find(({ live }) => isThis(live));
    if (moved && moved.live.ply - moved.moves.length !== story.moves.length) return void this.fetch();
    if (moved) this.take({ ...story, live: moved.live, moves: [...story.moves, ...moved.moves], words: [...story.words, ...said] });
    else if (said.length) this.story = { ...story, words: [...story.words, ...said] };
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

  async play() {
    this.refuseMove();
  }

  async playTyped() {
    this.refuseMove();
    return false;
  }

  refuseMove() {
    messages.tell(text.arena.game.onlyWatching);
  }

  private async fetch() {
    const { id, number, run } = this;
    const story = await attempt(() => tournaments.story(id, number, run));
    if (!story || id !== this.id || number !== this.number) return;
    arena.synchronize(story.now);
    this.take(story);
  }

  /** Shows a game as it is now: its end, unless an earlier move is looked at. */
  private take(story: Story) {
    const [before, wasAtHead] = [this.story, this.isAtHead];
    this.story = story;
    const isFirst = before === null;
    if (isFirst || this.at >= this.nodes.length) this.goTo(story.over ? 0 : this.nodes.length - 1);
    else if (wasAtHead && story.moves.length > before.moves.length) {
      this.last();
      announceMove(this.node!, undefined);
    }
    if (!isFirst && !before.over && story.over) messages.announce(story.over.ending);
  }
}

function nodesOf(story: Story): NodeInfo[] {
  const fens = [story.start, ...story.moves.map(({ fen }) => fen)];
  return fens.map((fen, ply) => ({
    id: ply,
    ply,
    turn: turnOf(fen),
    fen,
    children: ply + 1 < fens.length ? [ply + 1] : [],
    ...(ply > 0 && { parent: ply - 1, move: moveBetween(story.moves[ply - 1]!.move, fens[ply - 1]!, fen) }),
  }));
}

function moveBetween(text: string, before: string, after: string): MoveInfo {
  const move = moveOf(text);
  const [from, to] = [piecesOfFen(before)[move.route[0]! - 1], piecesOfFen(after)[move.route.at(-1)! - 1]];
  return { ...move, crowns: Boolean(from && to && !isKing(from) && isKing(to)) };
}

/** The clocks of a game in progress, as far as it has any. */
export function clockOf(live: LiveGame, isRunning: boolean) {
  const { black_ms = 0, white_ms = 0, turn } = live;
  return { black_ms, white_ms, ...(isRunning && { running: turn }) };
}

export const story = new StoryTable();
