// What the endgame databases say: this browser's about small endings, the server's about larger ones, where it answers.

import { api } from '../api/http';
import { engine, type GameText } from '../engine/client';
import type { Judged } from './study.svelte';

/** The most pieces that the database in the browser covers. */
const OWN = 4;

/** How many pieces the server's database knows; asked once, and again if nobody answered. */
let known: Promise<number> | null = null;
function serverPieces(): Promise<number> {
  known ??= api.about().then(
    (about) => about.database_pieces,
    () => {
      known = null;
      return 0;
    },
  );
  return known;
}

/** The verdicts on a position with this many pieces and on its moves; null where nothing is known. */
export async function judge(fen: string, rules: string, pieces: number): Promise<Judged | null> {
  if (pieces <= OWN) return (await engine.verdicts({ fen, rules } satisfies GameText).found) ?? null;
  // Nobody has a database of more.
  if (pieces > 10 || !navigator.onLine || pieces > (await serverPieces())) return null;
  return api.position(fen, rules).catch(() => null);
}
