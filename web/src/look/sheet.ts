// The tree of a game as the lines of a score sheet.

import { nodeOf, type Tree, type TreeNode } from '../state/tree';

export interface Step {
  node: TreeNode;
  /** What is written before the move, as `3.` or `3…`; nothing where it is plain. */
  number: string;
  variations: Line[];
}

export type Line = Step[];

export type Row =
  | { kind: 'pair'; key: string; number: number; black?: TreeNode; white?: TreeNode }
  | { kind: 'comment'; key: string; comment: string }
  | { kind: 'variation'; key: string; line: Line };

/** Black makes the odd plies unless the game begins with White. */
function numberOf(game: Tree, node: TreeNode): { number: number; isBlack: boolean } {
  const offset = game.nodes[0]?.turn === 'white' ? 1 : 0;
  return { number: Math.ceil((node.ply + offset) / 2), isBlack: node.turn === 'white' };
}

/** The main line in pairs; comments and variations stand between them and cut pairs in two. */
export function sheetOf(game: Tree): Row[] {
  const rows: Row[] = [];
  const start = game.nodes[0];
  if (start?.comment) rows.push({ kind: 'comment', key: 'c0', comment: start.comment });
  let open: Extract<Row, { kind: 'pair' }> | null = null;
  for (let at = start; at; ) {
    const next: TreeNode | undefined = at.children[0] === undefined ? undefined : nodeOf(game, at.children[0]);
    if (!next) break;
    const { number, isBlack } = numberOf(game, next);
    if (!open || isBlack || open.white) {
      open = { kind: 'pair', key: `p${next.id}`, number };
      rows.push(open);
    }
    open[isBlack ? 'black' : 'white'] = next;
    const between = asides(game, at, next);
    if (between.length > 0) open = null;
    rows.push(...between);
    at = next;
  }
  return rows;
}

/** What stands below a move: its comment, and the moves that could have been made in its place. */
function asides(game: Tree, before: TreeNode, node: TreeNode): Row[] {
  const rows: Row[] = node.comment ? [{ kind: 'comment', key: `c${node.id}`, comment: node.comment }] : [];
  for (const other of before.children.slice(1)) {
    rows.push({ kind: 'variation', key: `v${other}`, line: lineFrom(game, other) });
  }
  return rows;
}

function lineFrom(game: Tree, first: number): Line {
  const line: Line = [];
  let needsNumber = true;
  for (let node = nodeOf(game, first); node; ) {
    const { number, isBlack } = numberOf(game, node);
    const mark = isBlack ? `${number}.` : needsNumber ? `${number}…` : '';
    const parent: TreeNode | undefined = line.at(-1)?.node;
    const others = parent ? parent.children.slice(1) : [];
    line.push({ node, number: mark, variations: others.map((id) => lineFrom(game, id)) });
    needsNumber = others.length > 0 || node.comment !== undefined;
    const next: number | undefined = node.children[0];
    node = next === undefined ? undefined : nodeOf(game, next);
  }
  return line;
}
