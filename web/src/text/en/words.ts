// Words that many texts need.

import type { Side } from '../../api/types';
import { formats } from '../formats';
import { usualSpeaker } from '../speaker';

export const { number, signed, date, dateTime } = formats('en');
export const count = (n: number, one: string, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
export const side = (s: Side): string => (s === 'black' ? 'Black' : 'White');
export const other = (s: Side) => side(s === 'black' ? 'white' : 'black');
export const speaker = usualSpeaker(side, { b: 'black man', w: 'white man', B: 'black king', W: 'white king' });
