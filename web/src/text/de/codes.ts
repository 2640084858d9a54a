// Sätze für Codes: Ergebnisse, Ablehnungen, unerlaubte Züge, Tipps, Fehler.

import type { GameResult, ResultReason } from '../../api/types';
import { badMoveOf, known, refusalOf, type BadMove, type BadMoveCode, type DeclineCode, type ErrorCode, type Hint, type HintCode, type RefusalCode } from '../codes';
import type { Text } from '../en';
import { lineOf } from '../speaker';
import { plies, side, speaker as usual } from './words';

/** Warum eine Seite gewonnen hat, mit der Seite, die verloren hat. */
const wins: Partial<Record<ResultReason, (loser: string) => string>> = {
  no_pieces: (loser) => `${loser} hat keine Figuren mehr`,
  no_moves: (loser) => `${loser} kann nicht mehr ziehen`,
  resignation: (loser) => `${loser} hat aufgegeben`,
  time: (loser) => `${loser} hat die Zeit überschritten`,
  forfeit: (loser) => `${loser} hat kampflos verloren`,
  abandoned: (loser) => `${loser} hat die Partie verlassen`,
};

const draws: Partial<Record<ResultReason, string>> = {
  agreement: 'durch Einigung',
  repetition: 'dreimal dieselbe Stellung',
  forty_moves: 'vierzig Züge ohne Fortschritt',
  abandoned: 'ein Spieler hat die Partie verlassen',
};

const refusals: Record<RefusalCode, string> = {
  over: 'Die Partie ist zu Ende.',
  not_over: 'Die Partie ist noch nicht zu Ende.',
  not_your_turn: 'Dein Gegner ist am Zug.',
  stale: 'Die Partie ist schon weiter.',
  bad_move: 'Dieser Zug ist nicht möglich.',
  time_over: 'Deine Zeit ist abgelaufen.',
  nothing_asked: 'Es gibt nichts zu beantworten.',
  asked_before: 'Du hast schon gefragt. Frag nach deinem nächsten Zug noch einmal.',
  nothing_to_claim: 'Hier kann kein Remis reklamiert werden: Die Stellung kam noch nicht dreimal vor, und vierzig Züge sind noch nicht vergangen.',
  not_away: 'Dein Gegner ist da.',
  too_soon: 'Dein Gegner kann noch zurückkommen. Warte noch ein wenig.',
  nothing_to_take_back: 'Es gibt keinen Zug, der zurückgenommen werden kann.',
  nothing_to_redo: 'Es gibt keinen Zug, der wiederholt werden kann.',
  has_begun: 'Beide Seiten haben schon gezogen: Gib auf oder biete Remis an.',
  has_not_begun: 'Die Partie hat kaum begonnen: Sie kann abgebrochen werden.',
  not_free: 'Das geht in einer Partie mit anderen nicht.',
  bad_start: 'Aus dieser Stellung wäre die Partie sofort zu Ende.',
};

const list = (items: readonly string[] = []) => (items.length > 1 ? `${items.slice(0, -1).join(', ')} oder ${items.at(-1)}` : String(items[0] ?? ''));
const canJump = (squares: readonly string[] = []) =>
  squares.length > 1 ? `die Figuren auf ${squares.join(', ')} können schlagen` : `die Figur auf ${squares[0]} kann schlagen`;

const badMoves: Record<BadMoveCode, (about: BadMove, first: string, second: string) => string> = {
  unreadable: ({ text, examples }) => `„${text}“ ist kein Zug. Ein Zug sieht aus wie ${list(examples)}.`,
  square: ({ text, isStyled }) => `Ein Feld „${text}“ gibt es nicht. ${isStyled ? 'Felder heißen so, wie es auf dem Brett steht.' : 'Felder heißen 1 bis 32, die dunklen auch a1 bis h8.'}`,
  too_few_squares: ({ text, examples }) => `„${text}“ ist nur ein halber Zug. Nenne das Feld, von dem du ziehst, und das, auf das du ziehst, wie in ${examples[0]}.`,
  ambiguous: ({ moves }) => `Mehrere Züge passen. Schreib ${list(moves)} ganz aus.`,
  no_piece: ({ side }, square) => `Auf ${square} steht nichts. Nimm eine der markierten Figuren von ${side}.`,
  not_yours: ({ side, other }, square) => `Die Figur auf ${square} gehört ${other}, und ${side} ist am Zug.`,
  must_capture: ({ squares, moves }) => `Du musst schlagen: ${canJump(squares)}. Zieh ${list(moves)}.`,
  piece_must_capture: ({ moves }, square) => `Die Figur auf ${square} kann schlagen und darf deshalb nicht einfach ziehen. Zieh ${list(moves)} oder eine andere Figur.`,
  only_captures_follow: ({ moves }) => `Nach dem Schlagen darf nur weiter geschlagen werden. Zieh ${list(moves)} oder beende den Zug.`,
  blocked: (_, square) => `${square} ist besetzt. Eine Figur braucht ein freies Feld, auf dem sie landet.`,
  backwards: ({ other }, square) => `Der Stein auf ${square} kann nicht rückwärts; das können nur Damen. Zieh ihn auf die Seite von ${other} zu.`,
  not_a_step: (_, from, to) =>
    `Von ${from} nach ${to} führt kein Zug. Zieh auf das nächste Feld einer Diagonale, oder schlag eine Figur und lande auf dem Feld dahinter.`,
  nothing_to_jump: ({ other }, square) => `Auf ${square} gibt es nichts zu schlagen. Geschlagen wird nur eine Figur von ${other}; sonst geht es ein Feld weit.`,
  own_piece: ({ other }, square) => `Die Figur auf ${square} ist deine eigene. Geschlagen wird nur eine Figur von ${other}.`,
  jumped_already: (_, square) => `Die Figur auf ${square} ist schon geschlagen, und das geht nur einmal. Nimm einen anderen Weg.`,
  step_ends_move: (_, square) => `Ein Zug ohne Schlagen endet auf ${square}. Nenne dieses Feld als letztes.`,
  jump_not_complete: ({ moves }) => `Es muss bis zum Ende geschlagen werden. Zieh ${list(moves)}.`,
  jump_ends_here: (_, square) => `Das Schlagen endet auf ${square}. Nenne dieses Feld als letztes.`,
  turn_not_over: () => 'Es gibt keinen Zug zu beenden. Mach einen Zug.',
  game_over: () => 'Die Partie ist zu Ende. Beginne eine neue, oder nimm einen Zug zurück.',
};

const inPlies = (n?: number) => (n === undefined ? '' : ` in ${plies(n)}`);

const hints: Record<HintCode, (hint: Hint) => string> = {
  only_move: () => 'es ist der einzige erlaubte Zug',
  known_win: (hint) => `laut Endspieldatenbank gewinnt er${inPlies(hint.plies)}`,
  known_draw: () => 'laut Endspieldatenbank hält er das Remis',
  known_loss: (hint) => `er leistet am längsten Widerstand, auch wenn er laut Endspieldatenbank${inPlies(hint.plies)} verliert`,
  wins: (hint) => `er gewinnt${inPlies(hint.plies)}`,
  loses: (hint) => `er leistet am längsten Widerstand, auch wenn er${inPlies(hint.plies)} verliert`,
  won_ending: () => 'er führt in ein gewonnenes Endspiel',
  lost_ending: () => 'er ist am schwersten zu widerlegen, auch wenn er verliert',
  gains: ({ men = 1 }) => (men === 1 ? 'er gewinnt einen Stein' : `er gewinnt ${men} Steine`),
  crowns: () => 'er bringt einen Stein auf die Damenreihe',
  only_good: () => 'jeder andere Zug ist deutlich schlechter',
  better: () => 'er behält die bessere Stellung',
  worse: () => 'er ist das Beste in einer schlechteren Stellung',
  balance: () => 'er hält das Gleichgewicht',
};

const declines: Record<DeclineCode, string> = {
  too_early: 'dafür ist es zu früh',
  better: 'ihm gefällt seine Stellung',
};

const errors: Record<ErrorCode, string> = {
  bad_request: 'Der Server hat die Anfrage nicht verstanden.',
  who_are_you: 'Der Server weiß nicht, wer du bist. Stimmen Name und Passwort?',
  forbidden: 'Das darfst du nicht. Vielleicht brauchst du dafür ein Konto.',
  not_found: 'Das gibt es hier nicht oder nicht mehr.',
  method_not_allowed: 'Das kann der Server nicht.',
  stale: 'Die Partie ist schon weiter.',
  not_now: 'Das geht gerade nicht.',
  try_again: 'Das hat gerade nicht geklappt. Versuch es gleich noch einmal.',
  too_large: 'Die Anfrage ist zu groß.',
  wrong_type: 'Der Inhalt muss JSON sein, als application/json gesendet.',
  bad_fen: 'Das ist keine gültige Stellung.',
  bad_rules: 'Diese Regeln gibt es nicht.',
  bad_move: 'Dieser Zug ist nicht möglich.',
  bad_pdn: 'Das ist keine lesbare Partie.',
  bad_bits: 'Damit lässt sich nicht rechnen.',
  bad_value: 'Eine dieser Angaben ist nicht möglich.',
  busy: 'Der Server hat gerade zu viel zu tun. Versuch es gleich noch einmal.',
  too_many: 'Das waren zu viele Anfragen. Warte einen Augenblick.',
  storage: 'Die Partie konnte nicht gespeichert werden, deshalb wurde nichts geändert. Versuch es gleich noch einmal.',
  too_many_moves: 'Diese Studie ist voll: Mehr Züge passen nicht hinein.',
  too_deep: 'Nebenvarianten lassen sich nicht tiefer verschachteln.',
  too_long: 'Dieser Text ist zu lang.',
  too_much_text: 'Die Kommentare dieser Studie sind zusammen zu lang.',
  too_many_shapes: 'Auf diesem Brett ist kein Platz für weitere Pfeile und Kreise.',
  too_many_tags: 'Diese Studie hat schon zu viele Angaben.',
};

export function result({ winner, reason }: GameResult, called = side): string {
  if (reason === 'aborted') return 'Die Partie wurde abgebrochen und zählt nicht.';
  if (reason === 'recorded') return winner ? `${called(winner)} hat die Partie gewonnen.` : 'Die Partie endete remis.';
  if (winner) return `${called(winner)} gewinnt${wins[reason] ? `: ${wins[reason](called(winner === 'black' ? 'white' : 'black'))}` : ''}.`;
  return `Remis${draws[reason] ? `: ${draws[reason]}` : ''}.`;
}

export const codes: Text['codes'] = {
  refusal: (code) => refusals[code],
  badMove: (about) => badMoves[about.code](about, about.squares?.[0] ?? '', about.squares?.[1] ?? ''),
  hint: (hint) => `Versuch ${hint.move}: ${hints[hint.code](hint)}${hint.line?.length ? ` (dann ${lineOf(hint.line)})` : ''}.`,
  declined: (why) => `Der Computer lehnt das Remis ab: ${declines[why]}. Die Partie geht weiter.`,
  offered: 'Der Computer bietet Remis an. Nimm es an, oder lehn es ab, indem du ziehst.',
  draw: (reason) => draws[reason] ?? '',
  error: (told, turn = 'black', speaker = usual) => {
    const move = badMoveOf(told, turn, speaker);
    if (move && known(badMoves, move.code)) return codes.badMove(move);
    const refusal = refusalOf(told);
    return refusal ? refusals[refusal] : (known(errors, told.code) ?? told.message);
  },
};
