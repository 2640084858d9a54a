// What one side has asked the other, with the answers that can be given.

import type { Command, Side } from '../api/types';
import type { PlayedTable } from '../state/played.svelte';
import { otherSide } from '../state/record';
import { text } from '../text';

export interface Question {
  words: string;
  answers: [Command, string][];
}

/** What waits for an answer, the most urgent first. */
export function questionsOf(table: PlayedTable): Question[] {
  const words = text.online.game;
  const list: Question[] = [];
  const { now } = table;
  if (!now) return list;
  const ask = (by: Side | null | undefined, own: string, theirs: (by: string) => string, answers: Question['answers']) => {
    if (!by) return;
    const mayAnswer = table.speaksFor(otherSide(by));
    list.push({ words: table.speaksFor(by) && !mayAnswer ? own : theirs(table.called(by)), answers: mayAnswer ? answers : [] });
  };
  ask(now.draw_offer, words.drawOffered, text.online.asked.draw_offered, [
    [{ type: 'accept_draw' }, words.accept],
    [{ type: 'decline_draw' }, words.decline],
  ]);
  ask(now.takeback, words.takebackAsked, text.online.asked.takeback_asked, [
    [{ type: 'accept_takeback' }, words.agree],
    [{ type: 'decline_takeback' }, words.decline],
  ]);
  if (!now.next) ask(now.rematch, words.rematchAsked, text.online.asked.rematch_offered, [[{ type: 'rematch' }, words.accept]]);
  if (now.claimable && table.isOwnTurn) list.push({ words: words.claimable(now.claimable), answers: [[{ type: 'claim_draw' }, words.claim]] });
  return list;
}
