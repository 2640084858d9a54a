// Where things of tournaments are found. Games are counted from 1 where people see it.

const to = (id: string) => `#/arena/${encodeURIComponent(id)}`;

export const links = {
  tournament: (id: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString();
    return `${to(id)}${search && `?${search}`}`;
  },
  game: (id: string, game: number, run?: number) => `${to(id)}/${game + 1}${run ? `?run=${run}` : ''}`,
};
