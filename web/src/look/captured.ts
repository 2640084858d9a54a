import type { Material, Side } from '../api/types';
import { isKing, piecesOfFen } from '../board/pieces';
import type { TreeNode } from '../state/tree';

/** What each side has captured on a line from the start. */
export function capturedOn(line: readonly TreeNode[]): Record<Side, Material> {
  const captured = { black: { men: 0, kings: 0 }, white: { men: 0, kings: 0 } };
  line.forEach((node, i) => {
    const before = line[i - 1];
    if (!before || !node.move?.captured.length) return;
    const pieces = piecesOfFen(before.fen);
    for (const square of node.move.captured) {
      const kind = pieces[square - 1];
      if (kind) captured[before.turn][isKing(kind) ? 'kings' : 'men'] += 1;
    }
  });
  return captured;
}
