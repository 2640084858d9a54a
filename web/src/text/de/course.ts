// Die Worte des Regelkurses, unter den Namen von `learn/rules/lessons.ts`. Text zwischen Backquotes ist Code.

import type { Lessons } from '../en/lessons';

export const rules: Lessons['rules'] = {
  squares: {
    title: 'Das Brett und seine Zahlen',
    text: [
      'Gespielt wird auf den 32 dunklen Feldern. Jede Seite hat zwölf Steine. Schwarz sitzt hier oben und beginnt, Weiß sitzt unten.',
      'Die dunklen Felder haben Nummern, von 1 oben links bis 32 unten rechts, Reihe für Reihe.',
    ],
    tasks: ['Klick auf Feld 18.', 'Jetzt auf Feld 1.', 'Und auf Feld 32.'],
    done: 'Du findest jedes Feld an seiner Nummer.',
    other: 'Das ist ein anderes Feld. Achte auf die kleinen Zahlen.',
  },
  step: {
    title: 'Ein Stein zieht',
    text: ['Ein Stein zieht ein Feld weit, schräg nach vorn, auf ein leeres Feld. Schwarze Steine ziehen nach unten.'],
    tasks: ['Zieh den schwarzen Stein: Klick auf ihn und dann auf eines der markierten Felder. Ziehen mit der Maus geht auch.'],
    done: 'Das war ein Zug. Danach wäre Weiß an der Reihe.',
    other: 'Das war nicht gefragt.',
  },
  forward: {
    title: 'Vorwärts heißt: weg von dir',
    text: ['Weiße Steine ziehen nach oben. Steine ziehen nie rückwärts, egal auf welcher Seite.'],
    tasks: ['Du bist jetzt Weiß. Zieh einen der weißen Steine.'],
    done: 'Nach oben geht es.',
    other: 'Das war nicht gefragt.',
  },
  jump: {
    title: 'Schlagen',
    text: ['Steht eine gegnerische Figur schräg neben deiner, und ist das Feld gleich dahinter leer, springst du darüber. Die übersprungene Figur ist geschlagen und kommt vom Brett.'],
    tasks: ['Spring über den weißen Stein auf 18.'],
    done: 'Geschlagen. Der weiße Stein ist weg.',
    other: 'Das war nicht gefragt.',
  },
  must: {
    title: 'Schlagen ist Pflicht',
    text: ['Wer schlagen kann, muss. Kein anderer Zug ist dann erlaubt, so gut er auch aussieht. Figuren, die schlagen müssen, haben eine Fahne.', 'Versuch ruhig zuerst den Stein auf 9: Dir wird gesagt, warum er warten muss.'],
    tasks: ['Schwarz ist am Zug. Mach den Zug, der sein muss.'],
    done: 'Richtig: Erst wurde geschlagen.',
    other: 'Das war nicht gefragt.',
  },
  choice: {
    title: 'Was du schlägst, ist deine Wahl',
    text: ['Gibt es mehrere Möglichkeiten zu schlagen, wählst du. Es muss nicht die sein, die am meisten nimmt.'],
    tasks: ['Weiß kann zwei Figuren schlagen oder nur eine. Schlag nur die auf 15.'],
    done: 'Eine Figur geschlagen, und das war erlaubt.',
    other: 'Auch das ist erlaubt. Aber schlag diesmal nur die Figur auf 15.',
  },
  several: {
    title: 'Mehrere Sprünge in einem Zug',
    text: ['Kann deine Figur von dort, wo sie gelandet ist, noch einmal schlagen, muss sie es im selben Zug. Sie springt weiter, bis sie nicht mehr kann.'],
    tasks: ['Schlag mit dem Stein auf 9 beide weißen Steine. Du kannst gleich auf das letzte Feld klicken.'],
    done: 'Zwei Figuren in einem Zug.',
    other: 'Das war nicht gefragt.',
  },
  fork: {
    title: 'Eine Gabelung unterwegs',
    text: ['Manchmal geht es auf zwei Wegen weiter. Dann wählst du an der Gabelung. Welchen Weg du auch nimmst, du musst ihn zu Ende gehen.'],
    tasks: ['Spring mit dem Stein auf 27: über 23 und dann auf Feld 11.'],
    done: 'Du hast den Weg nach 11 gewählt.',
    other: 'Das war der andere Weg. Versuch es noch einmal, und lande auf 11.',
  },
  crown: {
    title: 'Zur Dame werden',
    text: ['Ein Stein, der die letzte Reihe erreicht, wird zur Dame. Er bekommt eine Krone. Schwarz wird auf 29 bis 32 gekrönt, Weiß auf 1 bis 4.'],
    tasks: ['Bring den schwarzen Stein auf die letzte Reihe.'],
    done: 'Eine Dame!',
    other: 'Das war nicht gefragt.',
  },
  crownEnds: {
    title: 'Mit der Krone endet der Zug',
    text: ['Ein Stein, der zur Dame wird, bleibt stehen, auch wenn er geschlagen hat und eine Dame weiterspringen könnte. Sie muss auf ihren nächsten Zug warten.'],
    tasks: ['Schlag mit dem weißen Stein, und werde zur Dame.'],
    done: 'Auf 2 gekrönt. Die Figur auf 6 steht neben der neuen Dame, aber der Zug ist vorbei.',
    other: 'Das war nicht gefragt.',
  },
  king: {
    title: 'Damen ziehen vor und zurück',
    text: ['Eine Dame zieht ein Feld weit in jede der vier Richtungen, auch zurück. In diesem Spiel fliegen Damen nicht: ein Feld, nicht mehr.'],
    tasks: ['Zieh die schwarze Dame rückwärts: nach oben.'],
    done: 'Das können nur Damen.',
    other: 'Das darf eine Dame. Aber zieh diesmal rückwärts: nach oben, auf 14 oder 15.',
  },
  kingJumps: {
    title: 'Damen schlagen vor und zurück',
    text: ['Eine Dame schlägt in alle vier Richtungen und darf unterwegs abbiegen. Sie muss direkt neben der Figur stehen, die sie schlägt.'],
    tasks: ['Schlag mit der schwarzen Dame zwei Steine.'],
    done: 'Zweimal nach oben. Ein Stein hätte das nicht gekonnt.',
    other: 'Das war nicht gefragt.',
  },
  win: {
    title: 'Wie du gewinnst',
    text: ['Du gewinnst, wenn dein Gegner am Zug ist und nicht ziehen kann. Meistens hat er dann keine Figuren mehr.'],
    tasks: ['Gewinn die Partie mit einem Zug.'],
    done: 'Du hast gewonnen.',
    other: 'Das war nicht gefragt.',
  },
  block: {
    title: 'Eingesperrt ist verloren',
    text: ['Wer noch Figuren hat, aber keine davon ziehen kann, hat auch verloren.'],
    tasks: ['Sperr den weißen Stein auf 21 ein, sodass er weder ziehen noch schlagen kann.'],
    done: 'Weiß hat einen Stein, aber keinen Zug.',
    other: 'Danach könnte Weiß noch ziehen oder schlagen. Lass kein Feld frei, weder neben 21 noch hinter dem Stein, der sperrt.',
  },
  draw: {
    title: 'Remis',
    text: [
      'Eine Partie ist remis, wenn sich beide darauf einigen, wenn dieselbe Stellung mit derselben Seite am Zug zum dritten Mal entsteht, oder wenn beide Seiten 40 Züge nacheinander machen, ohne zu schlagen oder einen Stein zu ziehen.',
      'Hier kann keiner gewinnen. Zieh hin und her, und Weiß macht es genauso.',
    ],
    tasks: ['Zieh deine Dame von 1 nach 6.', 'Zurück von 6 nach 1.', 'Noch einmal nach 6.', 'Und zurück nach 1.'],
    done: 'Zum dritten Mal: In einer Partie ist das remis.',
    other: 'Das ist ein erlaubter Zug. Aber die Stellung muss wiederkommen: Zieh zwischen 1 und 6.',
  },
  read: {
    title: 'Eine Partie lesen',
    text: [
      'Züge schreibt man mit den Nummern der Felder: `11-15` ist ein Zug von 11 nach 15. Beim Schlagen steht ein `x`: `15x22`. Bei mehreren Sprüngen steht jedes Feld, auf dem die Figur landet: `9x18x25`.',
      'So beginnt eine Partie: `1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13`. Der Zug von Schwarz steht immer zuerst.',
    ],
    tasks: ['Mach den ersten Zug von Schwarz. Weiß antwortet von selbst.', 'Mach den zweiten Zug von Schwarz.', 'Und den dritten.'],
    done: 'Diese Eröffnung hat einen Namen: Old Fourteenth. Du kannst jetzt Partien lesen.',
    other: 'Das ist ein erlaubter Zug, aber in der Partie steht ein anderer. Schau auf die Zahlen.',
  },
  write: {
    title: 'Einen Zug schreiben',
    text: ['Züge kann man auch eingeben, überall, wo hier gespielt wird. Der Pfeil zeigt einen Zug mit zwei Sprüngen.'],
    tasks: ['Gib den Zug ein, den der Pfeil zeigt.'],
    done: 'So steht es im Protokoll. Jetzt kennst du alle Regeln: Spiel deine erste Partie.',
    other: 'Das ist ein anderer Zug. Schreib das Feld, von dem er ausgeht, und jedes Feld, auf dem er landet, mit x dazwischen.',
  },
};
