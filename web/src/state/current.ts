import type { GameTable } from './game-table';
import { route } from './route.svelte';
import { study } from './study.svelte';
import { table } from './table.svelte';

/** The game that was played or looked at last, for views that begin with its position. */
export const current = (): GameTable => (route.board === 'look' && study.view ? study : table);
