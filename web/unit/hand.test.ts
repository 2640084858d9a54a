import { beforeEach, describe, expect, test } from 'vitest';
import { Hand } from '../src/board/hand.svelte';
import { moveOf } from '../src/state/record';

let hand: Hand;
const deal = (...moves: string[]) => hand.deal(moves.map(moveOf));

beforeEach(() => {
  hand = new Hand();
});

describe('steps', () => {
  beforeEach(() => deal('11-15', '11-16', '10-15'));

  test('two touches make a move', () => {
    expect(hand.touch(11)).toEqual({ kind: 'taken' });
    expect([...hand.targets].sort()).toEqual([15, 16]);
    expect(hand.touch(15)).toMatchObject({ kind: 'played', move: { text: '11-15' } });
    expect(hand.at).toBeNull();
  });

  test('a second touch of the piece puts it down', () => {
    hand.touch(11);
    expect(hand.touch(11)).toEqual({ kind: 'put-down' });
    expect(hand.targets.size).toBe(0);
  });

  test('another piece is taken up in place of the first', () => {
    hand.touch(11);
    expect(hand.touch(10)).toEqual({ kind: 'taken' });
    expect(hand.at).toBe(10);
  });

  test('what is no move is refused and leaves the piece in the hand', () => {
    expect(hand.touch(1)).toEqual({ kind: 'refused', from: null, to: 1 });
    hand.touch(11);
    expect(hand.touch(20)).toEqual({ kind: 'refused', from: 11, to: 20 });
    expect(hand.at).toBe(11);
  });

  test('a quick hand plays the only move to a square, and no other', () => {
    expect(hand.touch(16).kind).toBe('refused');
    hand.isQuick = true;
    expect(hand.touch(16)).toMatchObject({ kind: 'played', move: { text: '11-16' } });
    expect(hand.touch(15).kind).toBe('refused');
  });

  test('new moves empty the hand', () => {
    hand.touch(11);
    deal('21-17');
    expect(hand.at).toBeNull();
    expect(hand.canTake(11)).toBe(false);
    expect(hand.canTake(21)).toBe(true);
  });
});

describe('jumps', () => {
  test('touching the last square makes the whole of a jump', () => {
    deal('22x15x6');
    hand.touch(22);
    expect([...hand.targets]).toEqual([15, 6]);
    expect(hand.touch(6)).toMatchObject({ kind: 'played', move: { text: '22x15x6' } });
  });

  test('where a jump forks it is made hop by hop, and a hop can be taken back', () => {
    deal('22x15x6', '22x15x8');
    hand.touch(22);
    expect(hand.touch(15)).toEqual({ kind: 'hop' });
    expect(hand.jumped).toEqual([18]);
    expect(hand.at).toBe(15);
    hand.back();
    expect(hand.at).toBe(22);
    expect(hand.jumped).toEqual([]);
    hand.touch(15);
    expect(hand.touch(8)).toMatchObject({ kind: 'played', move: { text: '22x15x8' } });
  });

  test('several routes to one square are a choice', () => {
    deal('31x22x13', '31x24x13');
    hand.touch(31);
    expect(hand.touch(13)).toEqual({ kind: 'choose' });
    expect(hand.choices.map((move) => move.text)).toEqual(['31x22x13', '31x24x13']);
    hand.back();
    expect(hand.choices).toEqual([]);
    expect(hand.at).toBe(31);
  });

  test('a jump may stop where the rules let it', () => {
    deal('22x15', '22x15x6');
    hand.touch(22);
    expect(hand.canStop).toBe(false);
    hand.touch(15);
    expect(hand.canStop).toBe(true);
    expect(hand.touch(15)).toMatchObject({ kind: 'played', move: { text: '22x15' } });
  });
});
