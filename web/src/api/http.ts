// The calls of the server, one function each. A call that fails throws a Refusal with a sentence for a person.

import { text } from '../text';
import type { About, ErrorBody, PositionInfo } from './types';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint?: string,
    /** More about it: a code of its own, and what belongs to that. */
    readonly why?: unknown,
  ) {
    super(message);
  }
}

export const api = {
  about: () => get<About>('about'),
  position: (fen: string, rules?: string) => post<PositionInfo>('position', { fen, rules }),
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
  return refusalOf(body.error);
}

/** What the server refuses, in the language of the page. */
export function refusalOf({ code, message, hint, with: more }: ErrorBody): Refusal {
  return new Refusal(code, text.codes.error({ code, message, with: more }), hint ?? undefined, more);
}
