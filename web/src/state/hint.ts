// Why a move is advised: a code, from what the engine has found.

import type { Side } from '../api/types';
import type { Thought } from '../engine/client';
import { piecesOfFen } from '../board/pieces';
import { ask } from '../rules';
import type { Hint } from '../text/codes';
import { lineOf, type Played } from './played.svelte';

/** The smallest difference worth mentioning, in hundredths of a man. */
const DIFFERENCE = 60;
/** A line is followed so far, and told so far. */
const FOLLOWED = 9;
const TOLD = 6;

/** The first of the best lines, with a reason. */
export function hintOf({ now, legal, rules }: Played, { report, best }: Thought): Hint | null {
  const [line, second] = report?.lines ?? [];
  const moves = line?.moves.map((move) => move.text) ?? [];
  const move = moves[0] ?? best?.text;
  if (!move) return null;
  const told = { move, line: moves.slice(1, TOLD) };
  if (legal.length === 1 || !line) return { code: 'only_move', ...told };
  const { turn } = now;
  const { winner, ends_in: plies } = line.score;
  const verdict = line.moves[0]?.verdict;
  if (verdict) return { code: `known_${verdict.value}`, plies: verdict.plies ?? undefined, ...told };
  if (winner && plies !== undefined && plies !== null) return { code: winner === turn ? 'wins' : 'loses', plies, ...told };
  if (winner) return { code: winner === turn ? 'won_ending' : 'lost_ending', ...told };
  const sign = turn === 'black' ? 1 : -1;
  const score = sign * line.score.for_black;
  const { fens } = lineOf(now.fen, moves.slice(0, FOLLOWED), rules);
  const men = gain(turn, fens, rules);
  if (men > 0) return { code: 'gains', men, ...told };
  if (kings(turn, fens) > kings(turn, fens.slice(0, 1))) return { code: 'crowns', ...told };
  if (second && score - sign * second.score.for_black >= DIFFERENCE) return { code: 'only_good', ...told };
  return { code: score >= DIFFERENCE ? 'better' : score <= -DIFFERENCE ? 'worse' : 'balance', ...told };
}

/** Pieces that a line wins for a side, once the exchanges in it are over. */
function gain(side: Side, fens: readonly string[], rules: string): number {
  const isQuiet = (fen: string) => ask('position', { type: 'position', fen, rules }).moves.every((move) => move.captured.length === 0);
  const last = fens.slice(1).findLast(isQuiet);
  return last ? balance(side, last) - balance(side, fens[0]!) : 0;
}

function balance(side: Side, fen: string): number {
  const own = side === 'black' ? 'b' : 'w';
  const sign = (kind: string | null) => (kind === null ? 0 : kind.toLowerCase() === own ? 1 : -1);
  return piecesOfFen(fen).reduce((sum, kind) => sum + sign(kind), 0);
}

/** The most kings that a side has at a time. */
function kings(side: Side, fens: readonly string[]): number {
  const own = side === 'black' ? 'B' : 'W';
  return Math.max(...fens.map((fen) => piecesOfFen(fen).filter((kind) => kind === own).length));
}
