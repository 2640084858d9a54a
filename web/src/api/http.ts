// The calls of the server, one function each. A call that fails throws a Refusal with a sentence for a person.

import { text } from '../text';
import type {
  About,
  Added,
  Annotation,
  BallotInfo,
  BitsAnswer,
  BitsRequest,
  ErrorBody,
  EvalAnswer,
  EvalStep,
  GameList,
  GameState,
  HintAnswer,
  LineAnswer,
  NewGame,
  PdnAnswer,
  PositionInfo,
  PositionMoveAnswer,
  Side,
} from './types';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

export const api = {
  about: () => get<About>('about'),
  ballots: () => get<BallotInfo[]>('ballots'),
  position: (fen: string, rules?: string) => post<PositionInfo>('position', { fen, rules }),
  positionMove: (fen: string, move: string, rules?: string) =>
    post<PositionMoveAnswer>('position/move', { fen, rules, move }),
  line: (fen: string, moves: string[], rules?: string) => post<LineAnswer>('position/line', { fen, moves, rules }),
  pdn: (text: string) => post<PdnAnswer>('pdn', { text }),
  bits: (request: BitsRequest) => post<BitsAnswer>('bits', request),
  evaluate: (steps: EvalStep[], fen?: string) => post<EvalAnswer>('bits/eval', { fen, steps }),

  games: (after?: string) => get<GameList>(`games?limit=30${after ? `&after=${encodeURIComponent(after)}` : ''}`),
  newGame: (spec: NewGame) => post<GameState>('games', spec),
  game: (id: string) => get<GameState>(`games/${id}`),
  deleteGame: (id: string) => ask<void>('DELETE', `games/${id}`),
  play: (id: string, ply: number, move: string) => post<GameState>(`games/${id}/moves`, { ply, move }),
  undo: (id: string) => post<GameState>(`games/${id}/undo`, {}),
  redo: (id: string) => post<GameState>(`games/${id}/redo`, {}),
  hint: (id: string) => post<HintAnswer>(`games/${id}/hint`, {}),
  draw: (id: string, side?: Side) => post<GameState>(`games/${id}/draw`, { side }),
  decline: (id: string) => post<GameState>(`games/${id}/decline`, {}),
  resign: (id: string, side?: Side) => post<GameState>(`games/${id}/resign`, { side }),
  restart: (id: string) => post<GameState>(`games/${id}/restart`, {}),
  rematch: (id: string) => post<GameState>(`games/${id}/rematch`, {}),
  moveNow: (id: string) => post<GameState>(`games/${id}/move-now`, {}),
  node: (id: string, node: number) => get<PositionInfo>(`games/${id}/nodes/${node}`),
  addMove: (id: string, node: number, move: string) => post<Added>(`games/${id}/nodes/${node}/moves`, { move }),
  annotate: (id: string, node: number, said: Annotation) => ask<GameState>('PUT', `games/${id}/nodes/${node}`, said),
  deleteNode: (id: string, node: number) => ask<GameState>('DELETE', `games/${id}/nodes/${node}`),
  promote: (id: string, node: number) => post<GameState>(`games/${id}/nodes/${node}/promote`, {}),
  goTo: (id: string, node: number) => post<GameState>(`games/${id}/goto`, { node }),
  pdnOf: (id: string) => ask<string>('GET', `games/${id}/pdn`),
};

/** Where files can be fetched from. */
export const address = {
  pdn: (id: string) => `/api/games/${id}/pdn`,
  html: (id: string) => `/api/games/${id}/html`,
  svg: (fen: string, side: Side, numbers: boolean) =>
    `/api/position/svg?${new URLSearchParams({ fen, side, numbers: String(numbers) })}`,
  live: (id: string) => socketAddress(`games/${id}/live`),
  analysis: () => socketAddress('analysis'),
};

export function socketAddress(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/${path}`;
}

export const get = <T>(path: string) => ask<T>('GET', path);
export const post = <T>(path: string, body: unknown) => ask<T>('POST', path, body);

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method };
  if (body !== undefined) {
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(`/api/${path}`, request).catch(() => {
    throw new Refusal('offline', text.message.offline);
  });
  if (!answer.ok) throw await refusal(answer);
  if (answer.status === 204) return undefined as T;
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return (isJson ? await answer.json() : await answer.text()) as T;
}

async function refusal(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => null)) as { error: ErrorBody } | null;
  if (!body?.error) return new Refusal('unknown', text.message.unknown(answer.status));
  return new Refusal(body.error.code, body.error.message, body.error.hint);
}
