// Wörter, die viele Texte brauchen.

import type { Side } from '../../api/types';
import { formats } from '../formats';
import { usualSpeaker } from '../speaker';

export const { number, signed, date, dateTime } = formats('de');
export const count = (n: number, one: string, many: string) => `${number(n)} ${n === 1 ? one : many}`;
export const side = (s: Side): string => (s === 'black' ? 'Schwarz' : 'Weiß');
export const other = (s: Side) => side(s === 'black' ? 'white' : 'black');
export const speaker = usualSpeaker(side, { b: 'schwarzer Stein', w: 'weißer Stein', B: 'schwarze Dame', W: 'weiße Dame' });

export const moves = (n: number) => count(n, 'Zug', 'Züge');
export const games = (n: number) => count(n, 'Partie', 'Partien');
export const seconds = (n: number) => count(n, 'Sekunde', 'Sekunden');
/** Nach „in“ oder „nach“. */
export const plies = (n: number) => count(n, 'Halbzug', 'Halbzügen');
