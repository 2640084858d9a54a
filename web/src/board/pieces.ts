// Pieces keep who they are from one position to the next, so that they can be seen to move.

/** What stands on a square: a man in lower case, a king in upper case. */
export type Kind = 'b' | 'w' | 'B' | 'W';
/** What stands on squares 1 to 32, at indices 0 to 31. */
export type Pieces = readonly (Kind | null)[];

export interface Piece {
  id: number;
  kind: Kind;
  square: number;
  /** The squares it came over to where it is, its last square first; empty if it was put there. */
  route: number[];
}

/** The squares a piece goes over, the one it leaves first. */
export type Travel = readonly number[];

let lastId = 0;

/** The pieces of a position, which are those of the position before as far as can be. */
export function follow(before: readonly Piece[], now: Pieces, travel: Travel | null): Piece[] {
  const free = new Map(before.map((piece) => [piece.square, piece]));
  const result: Piece[] = [];
  const open: { square: number; kind: Kind }[] = [];
  const keep = (piece: Piece, square: number, kind: Kind, route: number[]) => {
    free.delete(piece.square);
    result.push({ id: piece.id, kind, square, route });
  };

  const end = travel?.at(-1);
  const start = travel?.findLast((square) => holds(free, square, travel, now));
  const traveller = start ? free.get(start) : undefined;
  const arrived = end ? now[end - 1] : null;
  if (travel && start && end && traveller && arrived) {
    keep(traveller, end, arrived, travel.slice(travel.indexOf(start)));
  }
  now.forEach((kind, index) => {
    const square = index + 1;
    if (!kind || result.some((piece) => piece.square === square)) return;
    const stayed = free.get(square);
    if (stayed && sameSide(stayed.kind, kind)) keep(stayed, square, kind, []);
    else open.push({ square, kind });
  });
  for (const { square, kind } of open) {
    // Without a travel told, a piece of the same side that is gone elsewhere has come here: a move taken back.
    const lost = travel ? undefined : [...free.values()].find((p) => sameSide(p.kind, kind) && open.length === 1);
    if (lost) keep(lost, square, kind, [lost.square, square]);
    else result.push({ id: ++lastId, kind, square, route: [] });
  }
  return result.sort((a, b) => a.id - b.id);
}

/** Is the piece that travels on this square of its way? It may have made a part of it in the player's hand. */
function holds(free: Map<number, Piece>, square: number, travel: Travel, now: Pieces): boolean {
  const end = travel.at(-1);
  const arrived = end ? now[end - 1] : null;
  const piece = free.get(square);
  if (!piece || !arrived || !sameSide(piece.kind, arrived)) return false;
  return square === end || now[square - 1] === null;
}

export function sameSide(a: Kind, b: Kind): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function isKing(kind: Kind): boolean {
  return kind === 'B' || kind === 'W';
}

/** The pieces of a FEN, whose side to move is left out of account. */
export function piecesOfFen(fen: string): Pieces {
  const pieces: (Kind | null)[] = Array(32).fill(null);
  for (const part of fen.split(':').slice(1)) {
    const side = part.startsWith('W') ? 'w' : 'b';
    for (const text of part.slice(1).split(',')) {
      const king = text.startsWith('K');
      const square = Number(king ? text.slice(1) : text);
      if (square >= 1 && square <= 32) pieces[square - 1] = (king ? side.toUpperCase() : side) as Kind;
    }
  }
  return pieces;
}

/** A FEN with these pieces. */
export function fenOf(pieces: Pieces, turn: 'black' | 'white'): string {
  const list = (side: 'w' | 'b') =>
    pieces
      .map((kind, i) => (kind && kind.toLowerCase() === side ? `${isKing(kind) ? 'K' : ''}${i + 1}` : ''))
      .filter(Boolean)
      .join(',');
  return `${turn === 'black' ? 'B' : 'W'}:W${list('w')}:B${list('b')}`;
}
