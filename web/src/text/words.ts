// Words that many texts need.

import type { Side } from '../api/types';

export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
export const side = (s: Side) => (s === 'black' ? 'Black' : 'White');
