// Mouse, pen and finger on the board: a press is a touch, a press that goes on its way carries the piece along,
// and with the right button it draws.

import type { Color } from '../state/tree';

interface Spot {
  x: number;
  y: number;
  square: number | null;
}

interface Actions {
  locate: (event: PointerEvent) => Spot;
  canGrab: (square: number) => boolean;
  grab: (square: number) => void;
  touch: (square: number) => void;
  drop: (square: number | null) => void;
  hover: (square: number | null) => void;
  draw: (from: number, to: number, color: Color) => void;
}

/** So many pixels make a press a drag. */
const DRAG = 6;

export class Pointer {
  /** The piece that is carried, with the place of the pointer. */
  carried: { from: number; x: number; y: number } | null = $state.raw(null);
  /** The arrow in the making. */
  sketch: { from: number; to: number; color: Color } | null = $state.raw(null);
  /** Where a piece was dropped last, as long as it is fresh: it needs no animation. */
  lastDrop: number | null = $state(null);
  /** A finger covers what it holds. */
  isFinger = $state(false);

  private pressed: { square: number; x: number; y: number; id: number } | null = null;

  constructor(private readonly actions: Actions) {}

  down = (event: PointerEvent) => {
    const { square } = this.actions.locate(event);
    if (square === null || this.pressed) return;
    this.lastDrop = null;
    this.isFinger = event.pointerType === 'touch';
    if (event.button === 2) {
      this.sketch = { from: square, to: square, color: colorOf(event) };
      capture(event);
    } else if (event.button === 0 && event.isPrimary) {
      this.pressed = { square, x: event.clientX, y: event.clientY, id: event.pointerId };
      capture(event);
    }
  };

  move = (event: PointerEvent) => {
    const spot = this.actions.locate(event);
    this.actions.hover(spot.square);
    if (this.sketch) {
      if (spot.square !== null) this.sketch = { ...this.sketch, to: spot.square };
    } else if (this.carried) {
      this.carried = { from: this.carried.from, x: spot.x, y: spot.y };
    } else if (this.pressed && this.isDrag(event) && this.actions.canGrab(this.pressed.square)) {
      this.actions.grab(this.pressed.square);
      this.carried = { from: this.pressed.square, x: spot.x, y: spot.y };
    }
  };

  up = (event: PointerEvent) => {
    const { square } = this.actions.locate(event);
    const { sketch, carried, pressed } = this;
    this.cancel();
    if (sketch) {
      if (square !== null) this.actions.draw(sketch.from, square, sketch.color);
    } else if (carried) {
      this.lastDrop = square;
      this.actions.drop(square);
    } else if (pressed && square === pressed.square) {
      focus(event, square);
      this.actions.touch(square);
    }
  };

  cancel = () => {
    this.sketch = null;
    this.carried = null;
    this.pressed = null;
  };

  leave = () => {
    this.actions.hover(null);
  };

  private isDrag(event: PointerEvent): boolean {
    return Math.hypot(event.clientX - this.pressed!.x, event.clientY - this.pressed!.y) > DRAG;
  }
}

/** The keys that are held choose the color. */
function colorOf({ shiftKey, altKey }: PointerEvent): Color {
  return shiftKey ? (altKey ? 'yellow' : 'red') : altKey ? 'blue' : 'green';
}

function capture(event: PointerEvent) {
  (event.currentTarget as Element).setPointerCapture(event.pointerId);
}

/** The keyboard goes on from where the mouse was. */
function focus(event: PointerEvent, square: number) {
  const board = event.currentTarget as Element;
  board.querySelector<SVGGElement>(`[data-square="${square}"]`)?.focus({ preventScroll: true });
}
