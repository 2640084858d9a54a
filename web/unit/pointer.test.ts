import { beforeEach, expect, test } from 'vitest';
import { NO_MARKS } from '../src/board/marks';
import { Pointer } from '../src/board/pointer.svelte';

// A board of one row: square n is from 100 n to 100 n + 99.
let said: unknown[];
let pointer: Pointer;

beforeEach(() => {
  said = [];
  pointer = new Pointer({
    locate: ({ clientX: x, clientY: y }) => ({ x, y, square: x < 0 ? null : Math.floor(x / 100) }),
    canGrab: (square) => square === 11,
    grab: (square) => said.push(['grab', square]),
    touch: (square) => said.push(['touch', square]),
    drop: (square) => said.push(['drop', square]),
    hover: () => {},
    draw: (from, to, color) => said.push(['draw', from, to, color]),
  });
});

/** An event at a place, in the middle of a square if it is a square's. */
function event(x: number, button = 0, keys: { shiftKey?: boolean; altKey?: boolean } = {}): PointerEvent {
  const board = document.createElement('div');
  board.setPointerCapture = () => {};
  const made = { clientX: x, clientY: 50, button, isPrimary: true, pointerId: 1, currentTarget: board, ...keys };
  return made as unknown as PointerEvent;
}

test('a press and a release on a square touch it', () => {
  pointer.down(event(1150));
  pointer.move(event(1153));
  pointer.up(event(1153));
  expect(said).toEqual([['touch', 11]]);
});

test('a press that goes on its way carries the piece, and drops it', () => {
  pointer.down(event(1150));
  pointer.move(event(1250));
  expect(pointer.carried).toMatchObject({ from: 11, x: 1250 });
  pointer.move(event(1550));
  pointer.up(event(1550));
  expect(said).toEqual([['grab', 11], ['drop', 15]]);
  expect(pointer.carried).toBeNull();
  expect(pointer.lastDrop).toBe(15);
});

test('a piece can be dropped beside the board', () => {
  pointer.down(event(1150));
  pointer.move(event(1250));
  pointer.up(event(-50));
  expect(said).toEqual([['grab', 11], ['drop', null]]);
});

test('what cannot be grabbed is not carried, and a release elsewhere is no touch', () => {
  pointer.down(event(1250));
  pointer.move(event(1650));
  pointer.up(event(1650));
  expect(pointer.carried).toBeNull();
  expect(said).toEqual([]);
});

test('the right button draws an arrow', () => {
  pointer.down(event(1150, 2));
  pointer.move(event(1550, -1));
  expect(pointer.sketch).toEqual({ from: 11, to: 15, color: 'green' });
  pointer.up(event(1550, 2));
  expect(said).toEqual([['draw', 11, 15, 'green']]);
  expect(pointer.sketch).toBeNull();
});

test.each([
  ['red', { shiftKey: true }],
  ['blue', { altKey: true }],
  ['yellow', { shiftKey: true, altKey: true }],
])('the keys that are held make it %s', (color, keys) => {
  pointer.down(event(1150, 2, keys));
  pointer.up(event(1150, 2));
  expect(said).toEqual([['draw', 11, 11, color]]);
});

test('a pointer that is cancelled leaves nothing behind', () => {
  pointer.down(event(1150));
  pointer.move(event(1250));
  pointer.cancel();
  pointer.up(event(1550));
  expect(said).toEqual([['grab', 11]]);
});

test('a board without marks has none on any square', () => {
  const { movable, forced, targets, last, doomed, tags } = NO_MARKS;
  expect([movable, forced, targets, last, doomed, tags].every((marks) => marks.size === 0)).toBe(true);
  expect([NO_MARKS.held, NO_MARKS.bits]).toEqual([null, null]);
});
