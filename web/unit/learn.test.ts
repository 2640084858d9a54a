import { describe, expect, test } from 'vitest';
import { lessonAbout } from '../src/learn/rules/about';
import { LESSON_IDS } from '../src/learn/rules/ids';
import { rulesCourse } from '../src/learn/rules/lessons';
import { signOf } from '../src/learn/signs';
import { steps } from '../src/learn/steps';
import { piecesOf, toggled } from '../src/learn/words';
import { lessons } from '../src/text/en/lessons';

describe('the course of the rules', () => {
  test('has every lesson, in the order of their names', () => {
    expect(rulesCourse.map(({ id }) => id)).toEqual(LESSON_IDS);
  });

  test('has a sentence for each task', () => {
    for (const { id, tasks } of rulesCourse) expect(lessons.rules[id].tasks.length, id).toBe(tasks.length);
  });

  test('has a lesson for what a beginner is refused', () => {
    const titles = ['must_capture', 'backwards', 'jump_not_complete'].map((rule) => lessons.rules[rulesCourse[lessonAbout(rule)! - 1]!.id].title);
    expect(titles).toEqual(['You must jump', 'Forward is away from you', 'Several jumps in one move']);
    expect(lessonAbout('not_yours')).toBeUndefined();
  });
});

describe('the tour', () => {
  test('lights and shows only words that it computes', () => {
    for (const { id, lines, lit, black, white, kings } of steps) {
      const names = lines.map(({ name }) => name);
      for (const name of [lit, black, white, kings]) if (name) expect(names, id).toContain(name);
    }
  });
});

describe('words', () => {
  test('a bit is turned over in either layout', () => {
    expect(toggled('0x00000000', 11)).toBe('0x00000400');
    expect(toggled('0x80000000', 32)).toBe('0x00000000');
    expect(toggled('0x0000000000000000', 29)).toBe('0x0000000000000001');
  });

  test('pieces are made of three sets', () => {
    const pieces = piecesOf(new Set([1, 2]), new Set([32]), new Set([2, 32]));
    expect([pieces[0], pieces[1], pieces[2], pieces[31]]).toEqual(['b', 'B', null, 'W']);
  });

  test('a sign has the numbers that belong to it', () => {
    const args = ['5', '4'].map((decimal) => ({ decimal }));
    expect([signOf({ op: '<<', args }), signOf({ op: '&', args }), signOf({ op: 'set', args })]).toEqual(['<< 4', '&', 'set 4']);
  });
});
