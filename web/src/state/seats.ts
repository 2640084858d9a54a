// Tokens by which a seat was taken over from another device. They last as long as the tab.

const KEY = 'crownhead.seats';

export const seats = {
  of: (game: string): string | undefined => read()[game],
  take(game: string, seat: string) {
    sessionStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: seat }));
  },
};

function read(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
