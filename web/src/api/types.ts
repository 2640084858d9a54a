// What is said over the wire. The types are made from the server's description: `npm run types`.

export type * from './wire';
export type { NodeInfo } from '../state/game-table';
