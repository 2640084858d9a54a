import type { PdnGame } from '../api/types';

/** Small letters without accents, as people search. */
export const plain = (text: string) => text.normalize('NFKD').replace(/\p{Mn}/gu, '').toLowerCase();

/** The games that have every word somewhere: players, event, date, result. A result that is chosen has to be theirs, too. */
export function search(games: readonly PdnGame[], query: string, result = ''): PdnGame[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    if (result && game.result !== result) return false;
    const line = plain([game.black, game.white, game.event, game.date, game.result].filter(Boolean).join(' '));
    return words.every((word) => line.includes(word));
  });
}
