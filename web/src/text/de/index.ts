// Alle Texte der Seite auf Deutsch.
//
// Glossar: board Brett, square Feld, piece Figur (man Stein, king Dame), crown row Damenreihe, move Zug, ply Halbzug,
// jump und capture schlagen (a jump: ein Sprung), game Partie, draw Remis, claim reklamieren, resign aufgeben,
// take back zurücknehmen (takeback: Zugrücknahme), rematch Revanche, opening Eröffnung, ballot Auslosung,
// score Bewertung, line Variante, variation Nebenvariante, main line Hauptvariante, hint Tipp, review Auswertung,
// rating Wertungszahl, rated gewertet, forfeit kampflos, seek Angebot, challenge Herausforderung, position Stellung,
// mask Maske, word Wort. Die Seite sagt du.

import type { Seat, Side } from '../../api/types';
import type { Text } from '../en';
import type { Kind } from '../../board/pieces';
import { arena } from './arena';
import { codes, result } from './codes';
import { online } from './online';
import { preset, rules } from './rules';
import { count, date, dateTime, moves, number, plies, side, signed } from './words';

function seat(who: Seat, s: Side, isAgainstComputer: boolean): string {
  if (who === 'full') return 'Computer, volle Stärke';
  if (typeof who === 'object') return `Computer, Stufe ${who.level}`;
  return isAgainstComputer ? 'Du' : side(s);
}

const pieceNames: Record<Kind, string> = { b: 'schwarzer Stein', w: 'weißer Stein', B: 'schwarze Dame', W: 'weiße Dame' };
const inPlies = (n?: number) => (n === undefined ? '' : ` in ${plies(n)}`);

export const de: Text = {
  title: 'Crownhead',
  skip: 'Zum Brett springen',
  side,
  number,
  date,
  dateTime,
  result,
  codes,
  online,
  arena,

  nav: {
    label: 'Ansichten',
    play: 'Spielen',
    online: 'Online',
    arena: 'Arena',
    look: 'Ansehen',
    learn: 'Lernen',
    games: 'Partien',
    settings: 'Einstellungen',
    newGame: 'Neue Partie',
    keys: 'Tasten',
  },

  board: {
    label: (bottom) => `Brett, ${side(bottom)} unten`,
    help: 'Die Pfeiltasten gehen von Feld zu Feld. Die Eingabetaste nimmt eine Figur auf oder setzt sie ab. Escape bricht ab.',
    square: (name, kind) => `${name}, ${kind ? pieceNames[kind] : 'leer'}`,
    held: 'in deiner Hand',
    forced: 'muss schlagen',
    movable: 'kann ziehen',
    target: 'mögliches Ziel',
    last: 'letzter Zug',
    doomed: 'wird geschlagen',
    bitSet: 'Bit 1',
    bitClear: 'Bit 0',
    routes: 'Welcher Weg?',
    route: (move) => `${move.path.join(' → ')}, schlägt ${move.captured.join(' und ')}`,
    stopHere: 'Hier aufhören',
    premove: (from, to) => `Du ziehst ${from} nach ${to}, sobald du am Zug bist.`,
    premoveGone: 'Der Zug, den du vorbereitet hattest, ist jetzt nicht möglich.',
    endTurn: 'Zug beenden',
  },

  move: {
    spoken: (by, move) => {
      if (move.path.length === 0) return `${side(by)} beendet den Zug.`;
      const takes = move.captured.length ? `, schlägt ${move.captured.join(', ')}` : '';
      return `${side(by)}: ${move.path[0]} nach ${move.path.slice(1).join(', ')}${takes}${move.crowns ? ', Dame' : ''}.`;
    },
  },

  message: {
    offline: 'Der Server antwortet nicht. Läuft crownhead noch?',
    unknown: (status) => `Der Server hat mit einem Fehler geantwortet (${status}).`,
    broken: 'Auf dieser Seite ist etwas schiefgegangen. Neu laden hilft vielleicht; deine Partie ist gespeichert.',
    noSuchGame: 'So eine Partie gibt es hier nicht, deshalb wurde eine neue begonnen.',
    lookingBack: 'Du siehst eine frühere Stellung. Geh zum letzten Zug, um weiterzuspielen.',
    gameOver: 'Die Partie ist zu Ende. Nimm einen Zug zurück, bitte um Revanche, oder beginne eine neue Partie.',
    notYourTurn: 'Der Computer ist am Zug.',
    notYours: (square, turn) => `Die Figur auf ${square} gehört nicht ${side(turn)}, und ${side(turn)} ist am Zug.`,
    mustJump: (squares) =>
      `Es muss geschlagen werden: Nur ${squares.length > 1 ? 'die Figuren' : 'die Figur'} auf ${squares.join(', ')} ${squares.length > 1 ? 'können' : 'kann'} ziehen.`,
    stuck: (square) => `Die Figur auf ${square} kann jetzt nicht ziehen. Nimm eine der markierten Figuren.`,
    thinkingHint: 'Ein guter Zug wird gesucht …',
    backAt: (ply) => (ply === 0 ? 'Der Anfang der Partie.' : `Zurück nach ${count(ply, 'Zug', 'Zügen')}.`),
    copied: 'Kopiert.',
    connectionLost: 'Die Verbindung ist weg. Neuer Versuch …',
    connecting: 'Verbinden …',
    saved: 'Gespeichert.',
    crashed: 'Die Engine ist ausgefallen. Frag sie mit „Jetzt ziehen“ noch einmal, oder lade die Seite neu.',
    noRules: 'Die Seite konnte die Spielregeln nicht laden. Lade sie neu; in einem sehr alten Browser läuft sie nicht.',
    reload: 'Neu laden',
    tryAgain: 'Noch einmal versuchen',
    why: 'Warum?',
    opening: 'Wird geöffnet …',
    notFetched: 'Die Lektionen waren nicht zu holen. Prüf die Verbindung und lade die Seite neu.',
    needsServer: 'Partien mit anderen, Turniere und das Archiv brauchen einen Server, und es antwortet keiner. Alles andere geht auch ohne.',
  },

  play: {
    seat,
    toMove: (s) => `${side(s)} am Zug`,
    yourMove: 'Du bist am Zug',
    mustJump: 'Es muss geschlagen werden.',
    thinking: 'Der Computer denkt nach …',
    captured: (men, kings) =>
      men + kings === 0
        ? 'nichts geschlagen'
        : `${[men && count(men, 'Stein', 'Steine'), kings && count(kings, 'Dame', 'Damen')].filter(Boolean).join(', ')} geschlagen`,
    ahead: (n) => `+${n}`,
    undo: 'Zurücknehmen',
    redo: 'Wiederholen',
    hint: 'Tipp',
    draw: 'Remis anbieten',
    resign: 'Aufgeben',
    rematch: 'Revanche',
    restart: 'Von vorn',
    flip: 'Brett drehen',
    moveNow: 'Jetzt ziehen',
    pause: 'Computer anhalten',
    goOn: 'Computer weiterspielen lassen',
    paused: 'Der Computer hält an',
    actions: 'Aktionen',
    offered: (s) => `${side(s)} bietet Remis an.`,
    accept: 'Annehmen',
    decline: 'Ablehnen',
    sure: (what) => `${what}?`,
    cancel: 'Nein',
    confirm: 'Ja',
    typeMove: 'Zug eingeben',
    typeHint: '11-15',
    typePlay: 'Ziehen',
    clock: (s) => `Uhr von ${side(s)}`,
    days: (days, hours) => `${days} T ${hours} Std.`,
    setup: 'Aufbauen',
    look: 'Ansehen',
    noMoves: 'Noch keine Züge.',
    learnRules: 'Neu im Damespiel? Lern die Regeln.',
  },

  newGame: {
    title: 'Neue Partie',
    who: 'Wer spielt',
    kind: { computer: 'Gegen den Computer', two: 'Zu zweit an einem Brett', analysis: 'Nur ansehen' },
    level: 'Stufe',
    levelName: (n) => (n > 10 ? 'Volle Stärke' : `${n} – ${levelNames[n - 1] ?? ''}`),
    side: 'Deine Seite',
    sides: { black: 'Schwarz, zieht zuerst', white: 'Weiß', random: 'Zufällig' },
    clock: 'Uhr',
    clocks: {
      none: 'Ohne Uhr',
      '60+0': '1 Minute',
      '180+2': '3 Minuten + 2 Sekunden pro Zug',
      '300+3': '5 Minuten + 3 Sekunden pro Zug',
      '600+5': '10 Minuten + 5 Sekunden pro Zug',
      '1800+0': '30 Minuten',
      own: 'Eigene …',
    },
    days: (days) => (days === 1 ? '1 Tag pro Zug' : `${days} Tage pro Zug`),
    minutes: 'Minuten',
    increment: 'Sekunden dazu pro Zug',
    start: 'Beginn',
    starts: { standard: 'Die übliche Stellung', random: 'Eine zufällige Auslosung', ballot: 'Eine bestimmte Auslosung' },
    ballot: 'Auslosung',
    ballotName: (n, moves, name) => `${n}. ${moves.join(' ')}${name ? ` (${name})` : ''}`,
    rules: 'Regeln',
    official: 'Offizielle Regeln',
    preset,
    ownRules: 'Eigene Hausregeln …',
    begin: 'Beginnen',
  },

  rules,

  setup: {
    title: 'Stellung aufbauen',
    tools: 'Auf das Brett stellen',
    tool: { b: 'Schwarzer Stein', B: 'Schwarze Dame', w: 'Weißer Stein', W: 'Weiße Dame', x: 'Entfernen' },
    clear: 'Leeres Brett',
    start: 'Anfangsstellung',
    fromGame: 'Aus der Partie',
    turn: 'Am Zug',
    fen: 'Als FEN',
    use: 'Diese FEN nehmen',
    help: 'Wähl eine Figur, und klick auf Felder. Noch ein Klick nimmt sie weg. Figuren lassen sich ziehen, auch vom Brett herunter.',
    playComputer: 'Gegen den Computer',
    playTwo: 'Zu zweit',
    analyze: 'Ansehen',
    fine: 'Das ist eine erlaubte Stellung.',
    close: 'Zurück zur Partie',
  },

  look: {
    moves: 'Züge',
    start: 'Anfang',
    navigation: 'Durch die Partie gehen',
    first: 'Zum Anfang',
    back: 'Einen Zug zurück',
    forth: 'Einen Zug vor',
    last: 'Zum Ende',
    comment: 'Kommentar',
    commentOf: (move) => `Kommentar zu ${move}`,
    mark: 'Zeichen',
    noMark: 'keins',
    promote: 'Zur Hauptvariante machen',
    moveUp: 'Nach vorn',
    remove: 'Ab hier entfernen',
    removed: (move) => `${move} und alles danach ist entfernt. „Rückgängig“ holt es zurück.`,
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    variation: 'Nebenvariante',
    drawing: 'Die rechte Maustaste zeichnet Pfeile und Kreise: grün, mit Umschalt rot, mit Alt blau, mit beiden gelb.',
    details: 'Zu dieser Studie',
    name: 'Name',
    tags: { Black: 'Schwarz', White: 'Weiß', Event: 'Turnier', Site: 'Ort', Date: 'Datum', Round: 'Runde' },
    fault: (code) =>
      ({
        too_many_moves: 'Die Partie hat mehr Züge und Varianten, als in eine Studie passen. Der Rest wurde weggelassen.',
        too_deep: 'Manche Nebenvarianten sind zu tief verschachtelt und wurden weggelassen.',
        unplayable: 'Ein Teil dieser Partie ist auf dem Brett nicht spielbar und wurde weggelassen.',
      })[code] ?? 'Ein Teil dieser Partie war nicht lesbar und wurde weggelassen.',
  },

  engine: {
    title: 'Engine',
    lines: 'Varianten',
    line: (n) => `Variante ${n}`,
    depth: (depth, selective) => `Tiefe ${depth}/${selective}`,
    speed: (perSecond) => `${number(perSecond / 1e6, 1)} M/s`,
    waiting: 'Die Engine startet …',
    where: { server: 'Server', browser: 'dieser Browser' },
    whereHint: {
      server: 'Die Engine des Servers denkt, mit voller Stärke und ihrer Endspieldatenbank.',
      browser: 'Die Engine in dieser Seite denkt. Sie braucht kein Netz.',
    },
    queued: (ahead) => `Die Engine hat zu tun: Vor deiner Anfrage ${ahead === 1 ? 'kommt noch eine' : `kommen noch ${number(ahead)}`}.`,
    bar: 'Bewertung',
    barText: (forBlack, winner, n) => {
      if (winner) return `${side(winner)} gewinnt${inPlies(n || undefined)}`;
      const men = Math.abs(forBlack) / 100;
      return men < 0.1 ? 'Ausgeglichen' : `${side(forBlack > 0 ? 'black' : 'white')} steht um ${number(men, 2)} besser`;
    },
    score: ({ for_black: forBlack, winner, ends_in: n }, turn) => {
      if (!winner) return signed((turn === 'black' ? forBlack : -forBlack) / 100, 2);
      const word = winner === turn ? 'Sieg' : 'Niederlage';
      return n === undefined ? `sichere${winner === turn ? 'r' : ''} ${word}` : `${word} in ${n}`;
    },
    done: 'Die Engine ist mit dieser Stellung fertig.',
    off: 'Schalte die Engine ein, um zu sehen, was sie von dieser Stellung hält.',
  },

  verdict: {
    title: 'Endspieldatenbank',
    win: 'S',
    draw: 'R',
    loss: 'N',
    of: (value, n) => (value === 'draw' ? 'Remis' : `${value === 'win' ? 'Sieg' : 'Niederlage'}${inPlies(n)}`),
    position: (value, turn, n) => {
      if (value === 'draw') return 'Bei bestem Spiel ist das remis.';
      return `Bei bestem Spiel ${value === 'win' ? 'gewinnt' : 'verliert'} ${side(turn)}${inPlies(n)}.`;
    },
  },

  review: {
    title: 'Auswertung',
    start: 'Partie auswerten',
    again: 'Noch einmal auswerten',
    progress: (ply, n) => `Zug ${ply} von ${n}`,
    graph: 'Bewertung nach jedem Zug',
    point: (ply, move, score) => `${ply}. ${move}: ${score}`,
    better: (move) => `besser war ${move}`,
    loss: (hundredths) => `${number(hundredths / 100, 2)} verloren`,
    summary: side,
    average: 'Durchschnittlicher Verlust',
    dubious: 'Fragwürdig',
    mistakes: 'Fehler',
    blunders: 'Grobe Fehler',
    explain: 'Jeder Zug wird danach beurteilt, was er hergegeben hat, in Steinen. Ein Klick auf die Kurve führt zu einem Zug.',
    noMoves: 'Es gibt noch nichts auszuwerten.',
    marks: { '!': 'einziger guter Zug', '?!': 'fragwürdig', '?': 'Fehler', '??': 'grober Fehler' },
  },

  share: {
    title: 'Teilen',
    open: 'Partie oder Stellung öffnen',
    openHelp: 'Füg den Text einer Partie (PDN) oder einer Stellung (FEN) ein, oder wähl eine Datei.',
    paste: 'PDN oder FEN',
    file: 'Datei wählen',
    read: 'Öffnen',
    reading: 'Wird gelesen …',
    unreadable: (why) => `Dieser Text ist nicht lesbar: ${why}.`,
    nothing: 'In diesem Text ist weder eine Partie noch eine Stellung.',
    copyFen: 'FEN kopieren',
    copyPdn: 'PDN kopieren',
    link: 'Link zur Stellung',
    gameLink: 'Link zur Partie',
    savePdn: 'PDN-Datei',
    saveSvg: 'Bild (SVG)',
    savePng: 'Bild (PNG)',
    saveHtml: 'Webseite zum Nachspielen',
    fen: 'FEN dieser Stellung',
    copy: 'Kopieren',
    save: 'Als Datei speichern',
  },

  library: {
    title: 'Sammlung',
    kept: 'In diesem Browser',
    none: 'Noch nichts. Was du in einer Studie änderst, bleibt hier von selbst erhalten.',
    begin: 'Neue Studie',
    exportAll: 'Alles als PDN speichern',
    untitled: (when) => `Studie vom ${when}`,
    rename: 'Umbenennen',
    export: 'Als PDN speichern',
    remove: 'Löschen',
    removed: (name) => `„${name}“ wurde gelöscht.`,
    bringBack: 'Rückgängig',
    games: (n) => count(n, 'Partie', 'Partien'),
    plies: (n) => moves(n),
    closeFile: 'Zurück zur Sammlung',
    search: 'Spieler, Turnier, Datum',
    result: 'Ergebnis',
    anyResult: 'Jedes Ergebnis',
    results: { '1-0': 'Schwarz gewann', '0-1': 'Weiß gewann', '1/2-1/2': 'Remis', '*': 'Nicht beendet' },
    found: (n, of) => (n === of ? count(of, 'Partie', 'Partien') : `${number(n)} von ${count(of, 'Partie', 'Partien')}`),
    faulty: 'nicht bis zum Ende spielbar',
    server: {
      title: 'Auf dem Server',
      share: 'Mit einem Link teilen',
      again: 'Die geteilte Fassung erneuern',
      withdraw: 'Zurücknehmen',
      link: 'Link zur geteilten Studie',
      copyLink: 'Link zur geteilten Studie kopieren',
      done: 'Wer den Link hat, kann diese Studie jetzt ansehen.',
      needs: 'Mit einem Konto bei einem Server, der antwortet, lässt sich eine Studie durch einen kurzen Link teilen. Die Links oben tragen alles in sich und brauchen keinen.',
    },
  },

  games: {
    title: 'Deine Partien',
    remove: 'Löschen',
    none: 'Noch keine Partien.',
    name: ([black, white], at) => {
      const computer = [black, white].find((who) => who === 'full' || typeof who === 'object');
      return `${computer ? seat(computer, 'white', true) : 'Zu zweit'}, ${date(at)}`;
    },
    plies: moves,
    unfinished: 'nicht beendet',
    open: 'gerade offen',
    here: 'Sie liegen in diesem Browser und nirgends sonst. Eine Sicherung bringt sie in einen anderen.',
    fleeting: 'Dieser Browser behält nichts: Die Partien sind weg, wenn die Seite geschlossen wird. Sichere, was du behalten willst.',
    rename: 'Umbenennen',
    nameField: 'Name der Partie',
    saveName: 'Speichern',
    removed: (name) => `${name} wurde gelöscht.`,
    undoRemove: 'Rückgängig',
    savePdn: 'Alle Partien als PDN',
    saveBackup: 'Alle Partien sichern',
    readBackup: 'Sicherung einlesen',
    readIn: (n) => (n === 0 ? 'Alle Partien dieser Sicherung sind schon hier.' : `${count(n, 'Partie', 'Partien')} eingelesen.`),
    noBackup: 'Das ist keine Sicherung von Partien.',
    elsewhere: 'Diese Partie wird in einem anderen Tab gespielt.',
    playHere: 'Hier weiterspielen',
    old: (n) => `Eine frühere Version des Programms hat ${count(n, 'Partie', 'Partien')} beim Server auf diesem Rechner behalten. Möchtest du sie in diesem Browser haben?`,
    oldLeftOut: (n) => `${count(n, 'Partie', 'Partien')} nicht lesbar; „crownhead games export“ sagt mehr.`,
    takeOld: 'Hierher holen',
    leaveOld: 'Nein, danke',
    oldFile: 'Partien einer früheren Version',
    files: 'Dateien',
    openFile: 'Öffnen',
    saveFile: 'Speichern',
  },

  settings: {
    title: 'Einstellungen',
    language: 'Sprache',
    likeBrowser: 'Wie der Browser',
    look: 'Farben',
    looks: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
    board: 'Brett',
    boards: { wood: 'Holz', slate: 'Schiefer', green: 'Vereinsgrün', night: 'Nacht' },
    names: 'Felder',
    namesOf: { numbers: 'Zahlen 1 bis 32', algebraic: 'Buchstaben und Ziffern', none: 'Keine Namen' },
    showMoves: 'Zeigen, wohin Figuren ziehen können',
    animate: 'Züge animieren',
    sound: 'Ton',
    speech: 'Züge vorlesen',
    quickMoves: 'Ein Klick auf ein Feld zieht dorthin, wenn es nur eine Figur kann',
    premove: 'Einen Zug vorbereiten, während die andere Seite denkt',
    keys: 'Einzelne Buchstaben als Tastenkürzel',
    close: 'Fertig',
  },

  keys: {
    title: 'Tasten',
    close: 'Schließen',
    list: [
      ['Pfeile, Eingabe, Esc', 'auf dem Brett: gehen, aufnehmen und absetzen, abbrechen'],
      ['0 – 9', 'einen Zug eingeben'],
      ['← →', 'einen Zug zurück oder vor'],
      ['Pos1 Ende', 'zum Anfang oder zum Ende'],
      ['f', 'Brett drehen'],
      ['u', 'zurücknehmen; in einer Studie rückgängig machen'],
      ['h', 'Tipp'],
      ['n', 'neue Partie'],
      ['e', 'Engine an und aus'],
      ['?', 'diese Liste'],
    ],
  },
};

const levelNames = [
  'erste Partien',
  'Anfänger',
  'leicht',
  'Gelegenheitsspieler',
  'Vereinsspieler',
  'starker Vereinsspieler',
  'Experte',
  'Meister',
  'Großmeister',
  'Weltklasse',
];
