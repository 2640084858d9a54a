// The types are those that programs expect; the compiler checks it.
import { Checkers, Engine, type Move, type Result } from 'crownhead';

const game = new Checkers('B:W21-32:B1-12', { rules: 'official' });
const texts: string[] = game.moves();
const moves: Move[] = game.moves({ verbose: true });
const result: Result | null = game.result();
const engine = new Engine();
const move: Move | null = await engine.play(game, { level: 3, milliseconds: 100 });
const report = await engine.analyze({ moves: texts }, { lines: 2, onReport: ({ depth }) => depth.toFixed() });
// @ts-expect-error there is no such level
await engine.play(game, { level: 'strong' });
export { move, moves, report, result };
