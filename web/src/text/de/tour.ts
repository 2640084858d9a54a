// Die Worte des Rundgangs. Die Rechnungen dazu stehen in `learn/steps.ts`, in derselben Reihenfolge.
// Text zwischen Backquotes ist Code.

import type { Text } from '../en';

export const tour: Text['tour'] = [
  {
    title: 'Ein Feld, ein Bit',
    text: [
      'Figuren stehen immer nur auf den 32 dunklen Feldern, und ein Computerwort hat 32 Bits. Gib also jedem Feld ein Bit: Feld 1 hat Bit 0, Feld 32 hat Bit 31.',
      'Das Bit eines Feldes ist die Zahl 1, an ihren Platz geschoben. Feld 11 ist `1 << 10`. Klick auf ein Feld des Bretts, um sein Bit zu sehen.',
    ],
  },
  {
    title: 'Eine Menge von Feldern ist ein Wort',
    text: [
      'Leg mehrere Bits in ein Wort, und du hast eine Menge von Feldern. Das sind die schwarzen Steine am Anfang einer Partie: die untersten zwölf Bits, `0x00000FFF`.',
      'Die Steine zu zählen heißt die Bits zu zählen, und das macht ein Prozessor mit einem einzigen Befehl.',
    ],
  },
  {
    title: 'Eine Stellung sind drei Wörter',
    text: [
      'Ein Wort für die schwarzen Figuren, eins für die weißen, eins für die Damen beider Seiten. Mehr wird über das Brett nicht gespeichert.',
      'Alles andere wird ausgerechnet. OR legt Mengen zusammen: `occupied = black | white`. NOT dreht jedes Bit um: `empty = !occupied`.',
    ],
  },
  {
    title: 'AND stellt eine Frage',
    text: [
      'AND behält die Bits, die beide Wörter haben. `black & bit` fragt also: Steht Schwarz auf diesem Feld? Ist die Antwort nicht null, dann ja. Klick auf das Brett, um nach einem anderen Feld zu fragen.',
      'Es fragt auch nach allen Feldern auf einmal: `black & kings` sind die schwarzen Damen.',
    ],
  },
  {
    title: 'XOR macht einen Zug',
    text: [
      'XOR dreht genau die Bits um, die das andere Wort hat. Um einen Stein von 11 nach 15 zu ziehen, dreh ihre beiden Bits um: Das eine geht aus, das andere geht an.',
      'Noch einmal, und der Stein ist wieder da, wo er war. So wird ein Zug zurückgenommen.',
    ],
  },
  {
    title: 'Ein Shift bewegt alle',
    text: [
      'Schieb ein Wort um vier, und jeder Stein rückt eine Reihe nach unten, alle zwölf mit einer Operation. Keine Schleife, keine Liste von Figuren.',
      'Aber schau, wo sie gelandet sind. Von manchen Reihen aus liegen vier Felder weiter unten links, von anderen unten rechts: Die Reihen sind gegeneinander versetzt.',
    ],
  },
  {
    title: 'Ein Schritt auf jeder Reihe',
    text: [
      'Ein Schritt nach links schiebt deshalb die geraden Reihen um vier und die ungeraden um drei. Steine am linken Rand haben dort kein Feld, und eine Maske nimmt sie vorher heraus.',
      'Die letzte Zeile vergleicht mit dem Schritt, den das Spiel selbst benutzt: XOR von gleichen Wörtern ist null. (Innen sind die Felder so geschickt nummeriert, dass ein Schritt auf jeder Reihe eine einzige Rotation ist.)',
    ],
  },
  {
    title: 'Wer kann ziehen?',
    text: [
      'Rück alle schwarzen Steine nach unten links, und behalte die, die auf einem leeren Feld ankommen. Rück sie nach oben rechts zurück, und du hast die Steine, die diesen Schritt machen können.',
      'Dasselbe nach rechts, dann OR. Sechs Operationen, und jeder bewegliche Stein ist bekannt. Stell Figuren auf das Brett, oder nimm welche weg, und sieh zu.',
    ],
  },
  {
    title: 'Damen schauen in beide Richtungen',
    text: [
      'Schwarze Steine ziehen nach unten, Damen auch nach oben. `black & kings` holt die Damen heraus, und sie machen einen Schritt in die beiden anderen Richtungen.',
    ],
  },
  {
    title: 'Ein Sprung sind zwei Schritte',
    text: [
      'Ein Schritt, und behalte, was auf einer weißen Figur ankommt. Noch ein Schritt in dieselbe Richtung, und behalte, was auf einem leeren Feld ankommt: Dort enden die Sprünge.',
      'Zwei Schritte zurück, und da sind die Figuren, die schlagen können.',
    ],
  },
  {
    title: 'Wer schlagen kann, muss schlagen',
    text: [
      'Ist das Wort der Schlagenden nicht null, darf keine andere Figur ziehen. Mehr ist am Schlagzwang nicht dran: ein Vergleich mit null.',
      'Das ist die Antwort des Spiels selbst. Ziehen können die, die schlagen können, deshalb ist ihr XOR null. Steine, die nur einen Schritt machen könnten, fehlen.',
    ],
  },
  {
    title: 'Einen Stein schlagen',
    text: [
      'Der Stein, der schlägt, zieht mit XOR, wie immer. Die Figur dazwischen nimmt AND NOT vom Brett: Behalte die weißen Figuren, aber diese nicht.',
      'War sie eine Dame, geht ihr Bit auf dieselbe Weise aus `kings` heraus.',
    ],
  },
  {
    title: 'Zur Dame werden',
    text: [
      'Schwarze Steine werden auf den Feldern 29 bis 32 zur Dame: Das sind die obersten vier Bits, `0xF0000000`. AND mit dem Feld, auf dem der Zug endet, ist dieses Feld, wenn es auf der Damenreihe liegt, und sonst null.',
      'Deshalb braucht es keine Frage: `kings | (to & crown_row)` stimmt in beiden Fällen.',
    ],
  },
  {
    title: 'Mehrfach schlagen',
    text: [
      'Der weiße Stein auf 18 schlägt 14, landet auf 9, schlägt die Dame auf 6 und landet auf 2. Jeder Sprung ist ein Schritt auf eine schwarze Figur und einer auf ein leeres Feld, von dort aus, wo der letzte geendet hat.',
      'Die geschlagenen Figuren werden mit OR gesammelt und am Ende zusammen vom Brett genommen. Aus dem Stein ist eine Dame geworden, denn 2 liegt auf seiner Damenreihe.',
    ],
  },
  {
    title: 'Eine Figur nach der anderen',
    text: [
      'Manchmal muss ein Programm jede Figur besuchen. `word & -word` ist das unterste Bit allein; XOR nimmt es heraus, und das nächste ist das unterste. Ist das Wort null, wurden alle besucht.',
    ],
  },
  {
    title: 'Ein Brett für beide Seiten',
    text: [
      'Lies die Bits in umgekehrter Reihenfolge, und das Brett ist um eine halbe Drehung gedreht. Von dort gesehen ziehen die weißen Steine nach unten wie die schwarzen.',
      'Jede Regel von oben muss also nur einmal geschrieben werden. Das ist das ganze Spiel: AND, OR, XOR, NOT und Shifts.',
    ],
  },
];
