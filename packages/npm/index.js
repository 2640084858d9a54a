// The rules of checkers and game files. Importing this loads the rules; after that everything is answered at once.

import { Module, compile } from './module.js';

export { CheckersError } from './module.js';
export { Engine } from './engine.js';

const compiled = await compile('rules');
/** Answers whatever belongs to no game. */
const library = new Module(compiled);

/** A game of checkers. */
export class Checkers {
  #rules = new Module(compiled);
  #table;
  #options;

  constructor(fen, options = {}) {
    this.#options = { fen, rules: options.rules };
    this.reset();
  }

  /** The game of a game file; the first one unless `index` says which, from 0. */
  static fromPdn(pdn, index = 0) {
    const reader = new Module(compiled);
    const { nodes } = reader.ask({ type: 'study_open', pdn, index });
    const byId = new Map(nodes.map((node) => [node.id, node]));
    let last = nodes[0];
    while (last.children.length > 0) last = byId.get(last.children[0]);
    const { fen, rules, moves } = reader.ask({ type: 'study_game', node: last.id }).game;
    const game = new Checkers(fen, { rules });
    for (const move of moves) game.move(move);
    return game;
  }

  /** Begins anew. */
  reset() {
    const { fen, rules } = this.#options;
    // What is wrong with a position is told by its own code.
    if (fen !== undefined) library.ask({ type: 'position', fen, rules });
    const start = fen === undefined ? { from: 'free' } : { from: 'fen', fen };
    const seats = ['shared', 'shared'];
    this.#ask({ type: 'table_new', seats, rules, start, seed: 0, now: Date.now() });
  }

  fen() {
    return this.#table.position.fen;
  }

  turn() {
    return this.#table.position.turn;
  }

  /** Everything about the position. */
  position() {
    return this.#table.position;
  }

  moves({ verbose = false } = {}) {
    const { moves } = this.#table.position;
    return verbose ? moves : moves.map((move) => move.text);
  }

  /** Makes a move as people type it. Throws a `CheckersError` that says what is wrong with it. */
  move(text) {
    this.#ask({ type: 'table_act', command: { type: 'move', ply: this.#table.now.ply, move: text }, now: Date.now() });
    return this.#table.moves.at(-1);
  }

  /** Takes the last move back; null if there is none. */
  undo() {
    const last = this.#table.moves.at(-1) ?? null;
    if (last) this.#ask({ type: 'table_act', command: { type: 'ask_takeback' }, now: Date.now() });
    return last;
  }

  history({ verbose = false } = {}) {
    const { moves } = this.#table;
    return verbose ? moves : moves.map((move) => move.text);
  }

  isGameOver() {
    return this.result() !== null;
  }

  /** How the game has ended; null while it goes on. */
  result() {
    return this.#table.now.result ?? null;
  }

  /** The name of the opening, or null. */
  opening() {
    return this.#table.opening ?? null;
  }

  /** The game as a game file. */
  pdn(tags = {}) {
    return this.#rules.ask({ type: 'table_pdn', tags: Object.entries(tags) }).text;
  }

  /** A picture of the position. */
  svg({ side = 'white', numbers = true } = {}) {
    return library.ask({ type: 'picture', fen: this.fen(), side, numbers }).text;
  }

  /** The board as text, White at the bottom: b and w are men, B and W kings. */
  ascii() {
    const rows = Array.from({ length: 8 }, () => Array(8).fill('.'));
    for (const { square, side, king } of this.#table.position.pieces) {
      const row = Math.floor((square - 1) / 4);
      const column = 2 * ((square - 1) % 4) + (row % 2 === 0 ? 1 : 0);
      rows[row][column] = king ? side[0].toUpperCase() : side[0];
    }
    return rows.map((row) => row.join(' ')).join('\n');
  }

  /** The game for an engine. */
  toJSON() {
    return { fen: this.#table.start, rules: this.#table.rules, moves: this.history() };
  }

  #ask(request) {
    this.#table = this.#rules.ask(request);
  }
}

/** The games of a file, and what cannot be read of it. */
export function listPdn(text) {
  const { games, faults } = library.ask({ type: 'file', text });
  return { games, faults };
}

/** The three-move ballots. */
export function ballots() {
  return library.ask({ type: 'ballots' }).ballots;
}

/** The openings that have names. */
export function openings() {
  return library.ask({ type: 'openings' }).openings;
}
