// Die Worte des Rundgangs, unter den Namen von `learn/steps.ts`. Text zwischen Backquotes ist Code.

import type { Lessons } from '../en/lessons';

export const tour: Lessons['tour'] = {
  bit: {
    title: 'Ein Feld, ein Bit',
    text: [
      'Figuren stehen immer nur auf den 32 dunklen Feldern, und ein 32-Bit-Wort hat genauso viele Bits. Gib also jedem Feld ein Bit: Feld 1 hat Bit 0, Feld 32 hat Bit 31.',
      'Das Bit eines Feldes ist die Zahl 1, an ihren Platz geschoben. Für Feld 11 ist das `1 << 10`; hier heißt es auch `square(11)`. Klick auf ein Feld des Bretts, um sein Bit zu sehen.',
    ],
  },
  set: {
    title: 'Eine Menge von Feldern ist ein Wort',
    text: [
      'Leg mehrere Bits in ein Wort, und du hast eine Menge von Feldern, eine sogenannte Maske. Das sind die schwarzen Steine am Anfang einer Partie: die untersten zwölf Bits, `0x00000FFF`.',
      'Die Steine zu zählen heißt die Bits zu zählen, und das macht ein Prozessor mit einem einzigen Befehl.',
    ],
  },
  position: {
    title: 'Eine Stellung sind drei Wörter',
    text: [
      'Ein Wort für die schwarzen Figuren, eins für die weißen, eins für die Damen beider Seiten. Mehr wird über das Brett nicht gespeichert.',
      'Alles andere wird ausgerechnet. OR legt Mengen zusammen: `occupied = black | white`. NOT dreht jedes Bit um: `empty = ~occupied`. C, Java und Python schreiben NOT als `~`, Rust als `!`.',
    ],
  },
  and: {
    title: 'AND stellt eine Frage',
    text: [
      'AND behält die Bits, die beide Wörter haben. `black & bit` fragt also: Steht Schwarz auf diesem Feld? Ist die Antwort nicht null, dann ja. Klick auf das Brett, um nach einem anderen Feld zu fragen.',
      'Es fragt auch nach allen Feldern auf einmal: `black & kings` sind die schwarzen Damen.',
    ],
  },
  coordinates: {
    title: 'Koordinaten oder eine Maske',
    text: [
      'Ein Programm mit einem Gitter macht aus der Nummer eines Feldes eine Zeile und eine Spalte: `y = b / 8`, `x = b - 8 * y`, und schaut dann in `grid[y][x]` nach. Das sind eine Division, eine Multiplikation, eine Subtraktion und ein Blick in den Speicher.',
      'Mit Masken ist dieselbe Frage `(black & bit) != 0`: eine Operation und ein Vergleich mit null. Klick auf das Brett und vergleich.',
    ],
  },
  memory: {
    title: '96 Bits oder 4.480',
    text: [
      'Drei Wörter mit 32 Bits sind die ganze Stellung: `3 * 32 = 96` Bits.',
      'Mit einem Objekt von 16 Bits für jede von 24 Figuren und einem Gitter aus 64 Zeigern von je 64 Bits sind es `24 * 16 + 64 * 64 = 4480` Bits. Die Wörter brauchen 97,9 % weniger, und eine ganze Stellung passt in zwei Register eines Prozessors.',
    ],
  },
  xor: {
    title: 'XOR macht einen Zug',
    text: [
      'XOR dreht genau die Bits um, die das andere Wort hat. Um einen Stein von 11 nach 15 zu ziehen, dreh ihre beiden Bits um: Das eine geht aus, das andere geht an.',
      'Noch einmal, und der Stein ist wieder da, wo er war. So wird ein Zug zurückgenommen.',
    ],
  },
  shift: {
    title: 'Ein Shift bewegt alle',
    text: [
      'Schieb ein Wort um vier, und jeder Stein rückt eine Reihe nach unten, alle zwölf mit einer Operation. Keine Schleife, keine Liste von Figuren.',
      'Aber schau, wo sie gelandet sind. Von manchen Reihen aus liegen vier Felder weiter unten links, von anderen unten rechts: Die Reihen sind gegeneinander versetzt.',
    ],
  },
  downLeft: {
    title: 'Nach unten links',
    text: [
      'Ein Schritt nach links schiebt deshalb die geraden Reihen (die erste, dritte, fünfte, siebte von oben) um vier und die ungeraden um drei. Steine am linken Rand haben dort kein Feld, und eine Maske nimmt sie vorher heraus: `0xE0E0E0E0` lässt diesen Rand weg.',
      'Die letzte Zeile vergleicht mit dem Schritt, den das Spiel selbst benutzt: XOR von gleichen Wörtern ist null. Innen sind die Felder so nummeriert, dass ein Schritt auf jeder Reihe eine einzige Rotation ist.',
    ],
  },
  downRight: {
    title: 'Nach unten rechts',
    text: [
      'Nach rechts sind es die geraden Reihen, die an den Rand stoßen. Sie werden um fünf geschoben, ohne ihr letztes Feld: `0x07070707`. Die ungeraden Reihen werden um vier geschoben.',
    ],
  },
  upLeft: {
    title: 'Nach oben links',
    text: [
      'Weiße Steine ziehen nach oben, zu niedrigeren Bits. Also wird nach rechts geschoben: die geraden Reihen um vier, die ungeraden um fünf, ohne den linken Rand.',
    ],
  },
  upRight: {
    title: 'Nach oben rechts',
    text: [
      'Und die letzte der vier Richtungen: die geraden Reihen um drei, ohne den rechten Rand, die ungeraden um vier. Steine in der obersten Reihe fallen von selbst aus dem Wort.',
    ],
  },
  constants: {
    title: 'Masken, die sich nie ändern',
    text: [
      'Programme halten solche Masken als Konstanten mit Namen. `left_move` hat die Felder, von denen ein Stein einen Schritt nach links machen kann, `left_jump` die, von denen er nach links schlagen kann: `men & left_jump` braucht keine weitere Prüfung auf den Rand.',
      'Links ist es vom Spieler aus gesehen. Die Konstanten von Schwarz sind also die von Weiß, um eine halbe Drehung gedreht.',
    ],
  },
  layouts: {
    title: 'Zwei Anordnungen: 32 oder 64 Bits',
    text: [
      'Die Anordnung mit 32 Bits hat ein Bit für jedes dunkle Feld. Sie ist klein, aber die Reihen sind versetzt, und ein Schritt braucht zwei Shifts.',
      'Die Anordnung mit 64 Bits hat ein Bit für jedes Feld, a1 ist Bit 0 und h8 ist Bit 63. Ein Schritt nach unten links ist auf jeder Reihe `>> 9`. Steine, die über den Rand fallen, kommen auf hellen Feldern an, und ein AND mit den dunklen nimmt sie weg.',
    ],
  },
  movers: {
    title: 'Wer kann ziehen?',
    text: [
      'Rück alle schwarzen Steine nach unten links, und behalte die, die auf einem leeren Feld ankommen. Rück sie nach oben rechts zurück, und du hast die Steine, die diesen Schritt machen können.',
      'Dasselbe nach rechts, dann OR. Sieben Operationen, und jeder bewegliche Stein ist bekannt. Stell Figuren auf das Brett, oder nimm welche weg, und sieh zu.',
    ],
  },
  kings: {
    title: 'Damen schauen in beide Richtungen',
    text: [
      'Schwarze Steine ziehen nach unten, Damen auch nach oben. `black & kings` holt die Damen heraus, und sie machen einen Schritt in die beiden anderen Richtungen.',
    ],
  },
  jump: {
    title: 'Ein Sprung sind zwei Schritte',
    text: [
      'Ein Schritt, und behalte, was auf einer weißen Figur ankommt. Noch ein Schritt in dieselbe Richtung, und behalte, was auf einem leeren Feld ankommt: Dort enden die Sprünge.',
      'Zwei Schritte zurück, und da sind die Figuren, die schlagen können.',
    ],
  },
  forced: {
    title: 'Wer schlagen kann, muss schlagen',
    text: [
      'Ist das Wort der Schlagenden nicht null, darf keine andere Figur ziehen. Mehr ist am Schlagzwang nicht dran: ein Vergleich mit null.',
      'Das ist die Antwort des Spiels selbst. Ziehen können die, die schlagen können, deshalb ist ihr XOR null. Steine, die nur einen Schritt machen könnten, fehlen.',
    ],
  },
  pick: {
    title: 'Eine Figur in der Hand',
    text: [
      'Wird eine Figur aufgenommen, braucht ein Programm dreierlei: `selection`, die Maske ihres eigenen Feldes; die Maske ihrer Züge, `moves`, die auf dem Brett markiert werden; und für jedes Feld, auf dem sie landen kann, die Maske dessen, was unterwegs geschlagen wird: `captured`.',
      'Davon gibt es 32, für jedes Feld eine, und die meisten sind null. Klick auf eine andere Figur, um sie aufzunehmen.',
    ],
  },
  capture: {
    title: 'Einen Stein schlagen',
    text: [
      'Der Stein, der schlägt, zieht mit XOR, wie immer. Die Figur dazwischen nimmt AND NOT vom Brett: Behalte die weißen Figuren, aber diese nicht.',
      'War sie eine Dame, geht ihr Bit auf dieselbe Weise aus `kings` heraus.',
    ],
  },
  crown: {
    title: 'Zur Dame werden',
    text: [
      'Schwarze Steine werden auf den Feldern 29 bis 32 zur Dame: Das sind die obersten vier Bits, `0xF0000000`. AND mit dem Feld, auf dem der Zug endet, ist dieses Feld, wenn es auf der Damenreihe liegt, und sonst null.',
      'Deshalb braucht es keine Frage: `kings | to & crown_row` stimmt in beiden Fällen.',
    ],
  },
  hop: {
    title: 'Sprung für Sprung',
    text: [
      'Der weiße Stein auf 18 schlägt 14, landet auf 9, schlägt die Dame auf 6 und landet auf 2. Jeder Sprung ist ein Schritt auf eine schwarze Figur und einer auf ein leeres Feld, von dort aus, wo der letzte geendet hat.',
    ],
  },
  several: {
    title: 'Das Ende eines langen Zugs',
    text: [
      'Die geschlagenen Figuren wurden mit OR gesammelt und werden am Ende zusammen vom Brett genommen. Aus dem Stein ist eine Dame geworden, denn 2 liegt auf seiner Damenreihe.',
    ],
  },
  recursion: {
    title: 'Rekursion an einer Gabelung',
    text: [
      'Nach einem Sprung wird dieselbe Frage vom neuen Feld aus noch einmal gestellt: eine Funktion, die sich selbst aufruft. An einer Gabelung folgt sie einem Weg bis ans Ende, kommt zurück und folgt dem anderen.',
      'Geh ihn Sprung für Sprung durch. Jeder Aufruf fügt `captured` ein Bit hinzu; beim Zurückkommen wird es wieder vergessen. Zwei Wege führen hier nach 2, und sie schlagen verschiedene Figuren, also sind es verschiedene Züge.',
    ],
  },
  lowest: {
    title: 'Eine Figur nach der anderen',
    text: [
      'Manchmal muss ein Programm jede Figur besuchen. `word & -word` ist das unterste Bit allein; XOR nimmt es heraus, und das nächste ist das unterste. Ist das Wort null, wurden alle besucht.',
    ],
  },
  turn: {
    title: 'Ein Brett für beide Seiten',
    text: [
      'Lies die Bits in umgekehrter Reihenfolge, und das Brett ist um eine halbe Drehung gedreht. Von dort gesehen ziehen die weißen Steine nach unten wie die schwarzen.',
      'Jede Regel von oben muss also nur einmal geschrieben werden. Das ist das ganze Spiel: AND, OR, XOR, NOT und Shifts.',
    ],
  },
  adding: {
    title: 'Addieren ohne Plus',
    text: [
      'Sogar Plus lässt sich aus diesen Operationen machen. XOR addiert ohne Übertrag: `sum = a ^ b`. Übertragen wird dort, wo beide ein Bit haben, an die nächste Stelle: `carry = (a & b) << 1`.',
      'Dann wird der Übertrag genauso addiert, bis es keinen mehr gibt. Jede Runde ist unten eine Zeile.',
    ],
  },
  multiplying: {
    title: 'Multiplizieren, und ein Rechner',
    text: [
      'Beim Multiplizieren wird ein Faktor immer wieder verdoppelt und für jedes Bit des anderen addiert. Subtrahieren borgt, wo Addieren überträgt, und Dividieren subtrahiert, so oft es geht.',
      'Der Rechner kann das alles, mit Wörtern von 8 bis 64 Bits, Schritt für Schritt. Und die Aufgaben sind für dich.',
    ],
  },
};
