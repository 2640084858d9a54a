// The one game that is open: its state as the server tells it, the node that is looked at, and what can be done.

import { api, address } from '../api/http';
import { Socket, type Status } from '../api/socket';
import type { Annotation, GameState, HintAnswer, LiveMessage, MoveInfo, NewGame, NodeInfo, PositionInfo, Side } from '../api/types';
import type { Travel } from '../board/pieces';
import { text } from '../text';
import type { GameTable } from './game-table';
import { attempt, messages } from './messages.svelte';
import { announceMove } from './sound';
import { endOf, nextOf, nodeOf, parentOf, travelBetween } from './tree';

const KEY = 'crownhead.game';

class Table implements GameTable {
  game: GameState | null = $state.raw(null);
  status: Status = $state('connecting');
  /** The node that is looked at. */
  at = $state(0);
  /** How the piece got here that moved last. */
  travel: Travel | null = $state.raw(null);
  hint: HintAnswer | null = $state.raw(null);
  /** A move that was sent and is not confirmed yet. */
  pending: MoveInfo | null = $state.raw(null);
  isTurned = $state(false);
  /** When the state came, for the clocks. */
  receivedAt = $state(0);

  /** Done when the last move has been answered. */
  private underWay: Promise<void> = Promise.resolve();
  private looked: { key: string; position: PositionInfo } | null = $state.raw(null);
  private socket: Socket<LiveMessage> | null = null;

  readonly node: NodeInfo | null = $derived(this.game ? (nodeOf(this.game, this.at) ?? null) : null);
  readonly isAtHead: boolean = $derived(this.game !== null && this.at === this.game.head);

  /** What is known about the position that is looked at; null for the moment it takes to ask. */
  readonly position: PositionInfo | null = $derived.by(() => {
    if (!this.game) return null;
    if (this.isAtHead) return this.game.position;
    return this.looked?.key === this.lookedKey ? this.looked.position : null;
  });

  /** May a move that is made here be added as a variation? */
  readonly canVary: boolean = $derived(
    this.game !== null && (this.game.kind === 'analysis' || (this.game.result !== undefined && !this.isAtHead)),
  );

  /** The moves that the person may make. */
  readonly moves: readonly MoveInfo[] = $derived.by(() => {
    if (!this.game || !this.position || this.pending) return [];
    const mayMove = this.canVary || (this.isAtHead && this.game.can.play);
    return mayMove ? this.position.moves : [];
  });

  /** The side of the person against the computer. */
  readonly ownSide: Side | null = $derived.by(() => {
    if (this.game?.kind !== 'computer') return null;
    return this.game.black.level === undefined ? 'black' : 'white';
  });

  readonly canPremove: boolean = $derived(
    this.game?.kind === 'computer' && this.isAtHead && !this.game.result && (!this.game.can.play || this.pending !== null),
  );

  readonly bottom: Side = $derived.by(() => {
    const side = this.ownSide ?? 'white';
    return this.isTurned ? (side === 'black' ? 'white' : 'black') : side;
  });

  /** Opens the game that was open last, or begins one. */
  async begin(id: string | null, spec: NewGame) {
    const known = id ?? localStorage.getItem(KEY);
    if (known) {
      const found = await api.game(known).catch((error: { code?: string }) => {
        if (error.code !== 'not_found') throw error;
        return null;
      });
      if (found) {
        this.sit(found);
        return;
      }
    }
    this.sit(await api.newGame(spec));
    if (id) messages.tell(text.message.noSuchGame);
  }

  async start(spec: NewGame): Promise<boolean> {
    const game = await attempt(() => api.newGame(spec));
    if (game) this.sit(game);
    return game !== undefined;
  }

  async open(id: string): Promise<boolean> {
    const game = await attempt(() => api.game(id));
    if (game) this.sit(game);
    return game !== undefined;
  }

  play(move: MoveInfo): Promise<void> {
    this.underWay = this.send(move);
    return this.underWay;
  }

  private async send(move: MoveInfo) {
    const { game, at } = this;
    if (!game) return;
    messages.clear();
    this.pending = move;
    this.hint = null;
    const next = await attempt(async () => {
      if (!this.canVary) return api.play(game.id, game.ply, move.text);
      const added = await api.addMove(game.id, at, move.text);
      this.take(added.game, added.node);
      return added.game;
    });
    this.pending = null;
    if (next) this.take(next);
  }

  /** Plays a move that somebody else proposed, if the person may move here. */
  tryMove = (move: MoveInfo) => {
    const own = this.moves.find((other) => other.text === move.text);
    if (own) void this.play(own);
    else this.refuseMove();
  };

  /** Plays what was typed. The server knows all notations and says what is wrong. */
  async playTyped(typed: string): Promise<boolean> {
    await this.underWay;
    const { game, position } = this;
    if (!game || !position) return false;
    if (this.moves.length === 0) {
      this.refuseMove();
      return false;
    }
    const answer = await attempt(() => api.positionMove(position.fen, typed, game.rules));
    if (!answer) return false;
    await this.play(this.moves.find((move) => move.text === answer.move.text) ?? answer.move);
    return true;
  }

  /** Says why the person cannot move now. */
  refuseMove() {
    const { game } = this;
    if (!game) return;
    if (!this.isAtHead) messages.tell(text.message.lookingBack);
    else if (game.result) messages.tell(text.message.gameOver);
    else if (!game.can.play) messages.tell(text.message.notYourTurn);
  }

  undo = () => this.act((id) => api.undo(id));
  redo = () => this.act((id) => api.redo(id));
  restart = () => this.act((id) => api.restart(id));
  resign = () => this.act((id) => api.resign(id));
  decline = () => this.act((id) => api.decline(id));
  moveNow = () => this.act((id) => api.moveNow(id));
  draw = (side?: Side) => this.act((id) => api.draw(id, side));
  annotate = (node: number, said: Annotation) => this.act((id) => api.annotate(id, node, said));
  promote = (node: number) => this.act((id) => api.promote(id, node));

  deleteNode = (node: number) => {
    const parent = this.game ? (parentOf(this.game, node) ?? 0) : 0;
    return this.act((id) => api.deleteNode(id, node), parent);
  };

  rematch = async () => {
    const game = await attempt(() => api.rematch(this.game!.id));
    if (game) this.sit(game);
  };

  askHint = async () => {
    const { game } = this;
    if (!game) return;
    this.goTo(game.head);
    messages.tell(text.message.thinkingHint);
    const hint = await attempt(() => api.hint(game.id));
    if (!hint || this.game?.ply !== hint.ply) return;
    this.hint = hint;
    messages.tell(hint.reason);
  };

  goTo = (node: number) => {
    const { game } = this;
    if (!game || !nodeOf(game, node)) return;
    this.travel = travelBetween(game, this.at, node);
    this.at = node;
    void this.lookUp();
  };

  back = () => void (this.game && this.goTo(parentOf(this.game, this.at) ?? 0));
  forth = () => void (this.game && this.goTo(nextOf(this.game, this.at) ?? this.at));
  first = () => this.goTo(0);
  last = () => void (this.game && this.goTo(this.game.kind === 'analysis' ? endOf(this.game, this.at) : this.game.head));
  turn = () => void (this.isTurned = !this.isTurned);

  private async act(action: (id: string) => Promise<GameState>, at?: number) {
    const { game } = this;
    if (!game) return;
    messages.clear();
    const next = await attempt(() => action(game.id));
    if (next) this.take(next, at ?? (next.kind === 'analysis' ? this.at : next.head));
  }

  /** Another game comes to the table. */
  private sit(game: GameState) {
    this.socket?.close();
    this.game = null;
    this.travel = null;
    this.pending = null;
    this.hint = null;
    this.isTurned = false;
    messages.clear();
    localStorage.setItem(KEY, game.id);
    this.take(game, game.head);
    this.socket = new Socket<LiveMessage>(address.live(game.id), (message) => this.hear(message), (status) => (this.status = status));
  }

  private hear(message: LiveMessage) {
    if (message.type === 'state') this.take(message.game);
    else if (message.type === 'gone') this.socket?.close();
  }

  /** Takes over a state unless it is old, and follows the game if its last move is looked at. */
  private take(next: GameState, at?: number) {
    const before = this.game;
    const isNews = !before || before.id !== next.id || next.version > before.version;
    if (!isNews && at === undefined) return;
    const goal = at ?? (!before || this.at === before.head ? next.head : this.at);
    if (isNews) {
      this.receivedAt = performance.now();
      this.game = next;
      this.pending = null;
    }
    const { game } = this;
    if (!game) return;
    const there = nodeOf(game, goal) ? goal : game.head;
    if (there !== this.at) {
      this.travel = travelBetween(game, this.at, there);
      this.at = there;
    }
    if (isNews) this.tellNews(before, game);
    void this.lookUp();
  }

  private tellNews(before: GameState | null, game: GameState) {
    if (game.notice && game.notice !== before?.notice) messages.tell(game.notice);
    if (!before || before.id !== game.id) return;
    if (before.head !== game.head) {
      this.hint = null;
      const node = nodeOf(game, game.head);
      if (node?.move && node.parent === before.head) announceMove(node, game.result);
      else messages.announce(text.message.backAt(node?.ply ?? 0));
    }
    if (game.result && !before.result) messages.announce(game.result.text);
  }

  private get lookedKey(): string {
    return `${this.game?.id} ${this.at} ${this.node?.fen}`;
  }

  /** Asks for the position that is looked at, unless it is known. */
  private async lookUp() {
    const { game, at, lookedKey: key } = this;
    if (!game || this.isAtHead || this.looked?.key === key) return;
    const position = await attempt(() => api.node(game.id, at));
    if (position && key === this.lookedKey) this.looked = { key, position };
  }
}

export const table = new Table();
