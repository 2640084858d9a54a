// The study that is open: a tree of moves with what is said about them, on the rules of this page. Every change is kept in
// this browser at once.

import type { MoveInfo, PositionInfo, Side } from '../api/types';
import type { Travel } from '../board/pieces';
import { ask, loadRules, type RulesRequest, type StudyAnswer } from '../rules';
import { text } from '../text';
import type { GameTable } from './game-table';
import { attempt, messages } from './messages.svelte';
import { shelf, type Found, type Glance, type Kept } from './shelf';
import { announceMove } from './sound';
import { newId } from './store';
import { childBy, endOf, endOfWay, lineTo, nextOf, nodeOf, parentOf, travelBetween, wayTo, type Shape, type TreeNode } from './tree';

/** The name of the study that was open last. */
const KEY = 'crownhead.study';
/** How many changes can be undone. */
const MEMORY = 200;

interface View {
  rules: string;
  tags: readonly (readonly [string, string])[];
  result?: string;
  /** The code of what could not be taken in from a game file. */
  fault?: string;
  nodes: readonly TreeNode[];
}

/** A text that the study was, and where it was looked at. */
interface Moment {
  pdn: string;
  way: number[];
}

/** What the endgame database says about a position and its moves. */
export interface Judged extends Pick<PositionInfo, 'fen' | 'verdict' | 'moves'> {}

export interface Annotation {
  comment?: string;
  mark?: string;
  shapes?: Shape[];
}

export interface OpenOptions {
  name?: string;
  /** Where it is looked at first. */
  at?: 'start' | 'end';
}

class Study implements GameTable {
  view: View | null = $state.raw(null);
  at = $state(0);
  travel: Travel | null = $state.raw(null);
  isTurned = $state(false);
  /** As it is kept. */
  kept: Kept | null = $state.raw(null);
  judged: Judged | null = $state.raw(null);
  private beginning: Promise<void> | null = null;
  /** What is being typed. */
  private typing: string | null = null;
  private past: readonly Moment[] = $state.raw([]);
  private future: readonly Moment[] = $state.raw([]);

  readonly hint = null;
  readonly pending = null;
  readonly canPremove = false;
  readonly ownSide = null;
  readonly isAtHead = true;

  /** Counts the readings of a text, which number the nodes anew. */
  private reading = $state(0);
  readonly game = $derived(this.view && this.kept && { id: `${this.kept.id} ${this.reading}`, nodes: this.view.nodes as TreeNode[], rules: this.view.rules });
  readonly node: TreeNode | null = $derived(this.view ? (nodeOf(this.view, this.at) ?? null) : null);
  readonly bottom: Side = $derived(this.isTurned ? 'black' : 'white');
  readonly shapes: readonly Shape[] = $derived(this.node?.shapes ?? []);
  readonly canUndo: boolean = $derived(this.past.length > 0);
  readonly canRedo: boolean = $derived(this.future.length > 0);

  readonly position: PositionInfo | null = $derived.by(() => {
    if (!this.node || !this.view) return null;
    const position = ask('position', { type: 'position', fen: this.node.fen, rules: this.view.rules });
    return this.judged?.fen === position.fen ? { ...position, verdict: this.judged.verdict, moves: this.judged.moves } : position;
  });
  readonly moves: readonly MoveInfo[] = $derived(this.position?.moves ?? []);

  constructor() {
    shelf.listen((id) => id === this.kept?.id && void this.readAgain());
  }

  /** Opens what was open last, or an empty study, unless one is open. */
  begin(): Promise<void> {
    this.beginning ??= this.view ? Promise.resolve() : this.openLast();
    return this.beginning;
  }

  private async openLast() {
    const last = localStorage.getItem(KEY);
    if (last && (await this.openKept(last))) return;
    if (!this.view) await this.openNew();
  }

  openNew(start: { fen?: string; rules?: string } = {}, options: OpenOptions = {}): Promise<boolean> {
    return this.open({ type: 'study_new', ...start }, options);
  }

  /** Opens a game of a text. */
  openPdn(pdn: string, options: OpenOptions & { index?: number } = {}): Promise<boolean> {
    return this.open({ type: 'study_open', pdn, index: options.index ?? 0 }, options);
  }

  /** Opens a study that is kept here. Is there one? */
  async openKept(id: string): Promise<boolean> {
    const kept = await attempt(() => shelf.get('study', id));
    if (!kept) return false;
    const answer = await this.read({ type: 'study_open', pdn: kept.pdn });
    if (answer) this.sit(answer, kept, 'start');
    return answer !== undefined;
  }

  async play(move: MoveInfo) {
    messages.clear();
    this.addLine(this.at, [move.text]);
    if (this.node?.move) announceMove(this.node, this.position?.result ?? undefined);
  }

  /** Goes along moves from a node, and adds those that are not there. */
  addLine(node: number, moves: readonly string[]) {
    const { view } = this;
    if (!view) return;
    let end: number | undefined = node;
    for (const move of moves) end = end === undefined ? undefined : childBy(view, end, move);
    if (end !== undefined) this.goTo(end);
    else this.change({ type: 'study_add', node, moves: [...moves] });
  }

  /** Writes down what a review of these nodes has found. */
  judge(nodes: readonly number[], found: Found) {
    const moves = found.moves.map(({ ply, mark, score }) => [nodes[ply - 1]!, mark ?? null, score.for_black, score.ends_in ?? null] as const);
    if (this.change({ type: 'study_judge', moves: moves.map((move) => [...move]) }, this.at)) this.keep({ review: found });
  }

  /** The last review, if the main line is still the one that was judged. */
  get judgedBefore(): { nodes: readonly number[]; found: Found } | null {
    const found = this.kept?.review;
    if (!found || !this.view) return null;
    const { nodes } = this.mainLine();
    const isSame = found.moves.length === nodes.length && found.moves.every(({ move }, i) => nodeOf(this.view!, nodes[i]!)?.move?.text === move.text);
    return isSame ? { nodes, found } : null;
  }

  /** The main line: as the engine wants it, and the nodes after its moves. */
  mainLine() {
    const end = endOf(this.view!, 0);
    const game = this.gameTo(end);
    return { game, nodes: lineTo(this.view!, end).slice(-game.moves.length).map((node) => node.id) };
  }

  /** Plays what was typed, in any notation. */
  async playTyped(typed: string): Promise<boolean> {
    const { position, view } = this;
    if (!position || !view) return false;
    const answer = await attempt(async () =>
      ask('position_move', { type: 'position_move', fen: position.fen, rules: view.rules, move: typed }),
    );
    if (answer) await this.play(answer.move);
    return answer !== undefined;
  }

  /** Plays a move that somebody else proposes. */
  tryMove = (move: MoveInfo) => {
    const own = this.moves.find((other) => other.text === move.text);
    if (own) void this.play(own);
  };

  refuseMove() {
    if (this.position?.result) messages.tell(text.result(this.position.result));
  }

  annotate = (node: number, said: Annotation) => this.change({ type: 'study_annotate', node, ...said }, this.at);
  /** Changes a comment as it is typed: all of it is undone at once. */
  write = (node: number, comment: string) => this.change({ type: 'study_annotate', node, comment }, this.at, `comment ${node}`);
  promote = (node: number) => this.change({ type: 'study_promote', node }, this.at);
  makeMain = (node: number) => this.change({ type: 'study_make_main', node }, this.at);
  setTag = (name: string, value: string) => this.change({ type: 'study_tag', name, value: value.trim() }, this.at);

  remove = (node: number) => {
    const what = this.view && nodeOf(this.view, node)?.move?.text;
    if (this.change({ type: 'study_remove', node }) && what) messages.tell(text.look.removed(what));
  };

  /** Draws a shape, in place of another one there; the same one once more takes it away. */
  draw = (shape: Shape) => {
    const isThere = (other: Shape) => other.from === shape.from && other.to === shape.to;
    const others = this.shapes.filter((other) => !isThere(other));
    const isSame = this.shapes.some((other) => isThere(other) && other.color === shape.color);
    return this.annotate(this.at, { shapes: isSame ? others : [...others, shape] });
  };

  undo = () => {
    const before = this.past.at(-1);
    if (!before || !this.kept) return;
    this.future = [...this.future, this.moment()];
    this.past = this.past.slice(0, -1);
    this.turnTo(before);
  };

  redo = () => {
    const next = this.future.at(-1);
    if (!next || !this.kept) return;
    this.past = [...this.past, this.moment()];
    this.future = this.future.slice(0, -1);
    this.turnTo(next);
  };

  rename = (name: string, folder = this.kept?.folder ?? '') => this.keep({ name: name.trim(), folder: folder.trim() });

  /** Notes that a copy of it is at a server, or no longer. */
  note = (shared: Kept['shared']) => this.keep({ shared });

  tag(name: string): string {
    return this.view?.tags.find(([other]) => other === name)?.[1] ?? '';
  }

  /** The study as a game file. */
  get pdn(): string {
    return this.kept?.pdn ?? '';
  }

  /** The study as one page that needs nothing else. */
  page(): string {
    return ask('text', { type: 'study_html' }).text;
  }

  /** The moves up to a node, for the engine. */
  gameTo(node: number) {
    const { fen, rules, moves } = ask('game', { type: 'study_game', node }).game;
    return { fen: fen ?? undefined, rules: rules ?? undefined, moves };
  }

  goTo = (node: number) => {
    const { view } = this;
    if (!view || !nodeOf(view, node)) return;
    this.travel = travelBetween(view, this.at, node);
    this.at = node;
    this.typing = null;
  };

  back = () => void (this.view && this.goTo(parentOf(this.view, this.at) ?? 0));
  forth = () => void (this.view && this.goTo(nextOf(this.view, this.at) ?? this.at));
  first = () => this.goTo(0);
  last = () => void (this.view && this.goTo(endOf(this.view, this.at)));
  turn = () => void (this.isTurned = !this.isTurned);

  private async open(request: RulesRequest, { name = '', at = 'start' }: OpenOptions): Promise<boolean> {
    const answer = await this.read(request);
    if (!answer) return false;
    const now = Date.now();
    this.sit(answer, { id: newId(), kind: 'study', name, pdn: '', created: now, changed: now, glance: NOTHING, isDraft: true }, at);
    this.keep({ isDraft: true });
    return true;
  }

  private read(request: RulesRequest): Promise<StudyAnswer | undefined> {
    return attempt(async () => {
      await loadRules();
      return ask('study', request);
    });
  }

  /** Another study comes to the table. */
  private sit(answer: StudyAnswer, kept: Kept, at: 'start' | 'end') {
    const draft = this.kept;
    if (draft?.isDraft && draft.id !== kept.id) void attempt(() => shelf.remove(draft));
    messages.clear();
    [this.past, this.future] = [[], []];
    [this.travel, this.isTurned] = [null, false];
    this.view = viewOf(answer);
    this.kept = kept;
    this.at = at === 'end' ? endOf(this.view, 0) : 0;
    localStorage.setItem(KEY, kept.id);
    if (this.view.fault) messages.tell(text.look.fault(this.view.fault));
  }

  /** Changes the study and keeps it. Looks at the node that was changed, unless another one is named. */
  private change(request: RulesRequest, at?: number, typing: string | null = null): boolean {
    if (!this.kept) return false;
    const before = this.moment();
    try {
      this.show(ask('study', request), at);
    } catch (error) {
      messages.refuse(error);
      return false;
    }
    if (!typing || typing !== this.typing) this.past = [...this.past.slice(1 - MEMORY), before];
    this.typing = typing;
    this.future = [];
    this.keep();
    return true;
  }

  private show(answer: StudyAnswer, at = answer.node) {
    const { at: before } = this;
    this.view = viewOf(answer);
    this.travel = travelBetween(this.view, before, at);
    this.at = nodeOf(this.view, at) ? at : 0;
  }

  private moment(): Moment {
    return { pdn: this.pdn, way: this.view ? wayTo(this.view, this.at) : [] };
  }

  /** Reads a text of the study in place of what it is now. */
  private turnTo({ pdn, way }: Moment) {
    this.readText(pdn, way);
    this.keep();
  }

  private keep(change: Partial<Kept> = {}) {
    const { kept, view } = this;
    if (!kept || !view) return;
    const pdn = ask('text', { type: 'study_pdn' }).text;
    const next: Kept = { ...kept, isDraft: false, ...change, pdn, changed: Date.now(), glance: this.glance(view) };
    this.kept = next;
    void attempt(() => shelf.put(next));
  }

  private glance(view: View): Glance {
    const main = lineTo(view, endOf(view, 0));
    const tag = (name: string) => this.tag(name) || undefined;
    return { fen: main.at(-1)!.fen, black: tag('Black'), white: tag('White'), event: tag('Event'), plies: main.length - 1, games: 1 };
  }

  /** Another tab has changed this study. */
  private async readAgain() {
    const kept = await attempt(() => shelf.get('study', this.kept!.id));
    if (!kept || !this.view || kept.id !== this.kept?.id || kept.changed <= this.kept.changed) return;
    const way = wayTo(this.view, this.at);
    this.kept = kept;
    this.readText(kept.pdn, way);
    [this.past, this.future] = [[], []];
  }

  private readText(pdn: string, way: readonly number[]) {
    this.view = viewOf(ask('study', { type: 'study_open', pdn }));
    this.reading += 1;
    this.typing = null;
    this.travel = null;
    this.at = endOfWay(this.view, way);
  }
}

const NOTHING: Glance = { fen: '', plies: 0, games: 1 };

/** What is left out is left out, never null. */
function viewOf({ rules, tags, result, fault, nodes }: StudyAnswer): View {
  return { rules, tags, result, fault, nodes } as View;
}

export const study = new Study();
