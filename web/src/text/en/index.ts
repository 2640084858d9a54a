// Every text of the page, in English. A translation is another object of this shape.

import type { MoveInfo, ScoreInfo, Seat, Side } from '../../api/types';
import type { Kind } from '../../board/pieces';
import { arena } from './arena';
import { codes, result } from './codes';
import { online } from './online';
import { count, date, dateTime, number, side, signed } from './words';

/** Who plays a side. */
function seat(who: Seat, s: Side, isAgainstComputer: boolean): string {
  if (who === 'full') return 'Computer, full strength';
  if (typeof who === 'object') return `Computer, level ${who.level}`;
  return isAgainstComputer ? 'You' : side(s);
}

/** Several things in a sentence. */
const all = (items: readonly unknown[]) => (items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : String(items[0] ?? ''));

const pieceNames: Record<Kind, string> = { b: 'black man', w: 'white man', B: 'black king', W: 'white king' };

export type Text = typeof en;

export const en = {
  title: 'Crownhead',
  skip: 'Skip to the board',
  side,
  number,
  date,
  dateTime,
  result,
  codes,
  online,
  arena,

  nav: {
    label: 'Views',
    play: 'Play',
    online: 'Online',
    arena: 'Arena',
    look: 'Analysis',
    learn: 'Learn',
    games: 'Games',
    settings: 'Settings',
    newGame: 'New game',
    keys: 'Keys',
  },

  board: {
    label: (bottom: Side) => `Board, ${side(bottom)} at the bottom`,
    help: 'Arrow keys move between squares. Enter picks a piece up or puts it down. Escape cancels.',
    square: (name: string, kind: Kind | null) => `${name}, ${kind ? pieceNames[kind] : 'empty'}`,
    held: 'in your hand',
    forced: 'must jump',
    movable: 'can move',
    target: 'can be moved to',
    last: 'last move',
    doomed: 'will be captured',
    bitSet: 'bit 1',
    bitClear: 'bit 0',
    routes: 'Which way?',
    route: (move: MoveInfo) => `${move.route.join(' → ')}, takes ${all(move.captured)}`,
    stopHere: 'Stop here',
    premove: (from: number, to: number) => `You will move ${from} to ${to} when it is your turn.`,
    premoveGone: 'The move you had prepared is not possible now.',
    endTurn: 'End the turn',
  },

  move: {
    spoken: (by: string, move: { route: string[]; captured: string[]; crowns?: boolean }) => {
      if (move.route.length === 0) return `${by} ends the turn.`;
      const way = `${by}: ${move.route[0]} ${move.captured.length ? 'jumps to' : 'to'} ${move.route.slice(1).join(', ')}`;
      const takes = move.captured.length ? `, takes ${move.captured.join(', ')}` : '';
      return `${way}${takes}${move.crowns ? ', king' : ''}.`;
    },
  },

  message: {
    offline: 'The server does not answer. Is crownhead still running?',
    unknown: (status: number) => `The server answered with an error (${status}).`,
    broken: 'Something went wrong on this page. Reloading may help; your game is saved.',
    noSuchGame: 'There is no such game here, so a new one was started.',
    lookingBack: 'You are looking at an earlier position. Go to the last move to play on.',
    gameOver: 'The game is over. Take a move back, ask for a rematch, or start a new game.',
    notYourTurn: 'The computer is to move.',
    notYours: 'That is your opponent’s piece.',
    mustJump: (squares: number[]) => `You must jump: only the ${squares.length > 1 ? 'pieces' : 'piece'} on ${squares.join(', ')} can move.`,
    stuck: (square: number) => `The piece on ${square} cannot move now. Take one of the marked pieces.`,
    thinkingHint: 'Looking for a good move …',
    backAt: (ply: number) => (ply === 0 ? 'The start of the game.' : `Back after ${count(ply, 'move')}.`),
    label: 'Message',
    dismiss: 'Dismiss',
    restarted: 'The game was started over.',
    copied: 'Copied.',
    connectionLost: 'The connection is lost. Trying again …',
    connecting: 'Connecting …',
    saved: 'Saved.',
    crashed: 'The engine has failed. Press “Move now” to ask it again, or reload the page.',
    noRules: 'This page could not load the rules of the game. Reload it; a browser that is very old cannot run it.',
    reload: 'Reload',
    tryAgain: 'Try again',
    why: 'Why?',
    opening: 'Opening …',
    notFetched: 'The lessons could not be fetched. Check the connection, then reload the page.',
    needsServer: 'Games with others, tournaments and the archive need a server, and there is none right now. Everything else works without one.',
  },

  play: {
    seat,
    toMove: (name: string) => `${name} to move`,
    yourMove: 'Your move',
    mustJump: 'You must jump.',
    opening: (name: string) => `Opening: ${name}`,
    thinking: 'The computer is thinking …',
    captured: (men: number, kings: number) =>
      men + kings === 0
        ? 'nothing captured'
        : `captured ${[men && count(men, 'man', 'men'), kings && count(kings, 'king')].filter(Boolean).join(', ')}`,
    ahead: (n: number) => `+${n}`,
    undo: 'Take back',
    redo: 'Redo',
    undoThat: 'Undo',
    hint: 'Hint',
    draw: 'Offer a draw',
    drawShort: 'Draw',
    resign: 'Resign',
    rematch: 'Rematch',
    restart: 'Start over',
    flip: 'Flip board',
    flipShort: 'Flip',
    more: 'More',
    fullScreen: 'Full screen',
    over: 'The game is over',
    youWin: 'You win',
    youLose: 'You lose',
    won: (name: string) => `${name} wins`,
    drawn: 'Draw',
    aborted: 'Game aborted',
    moveNow: 'Move now',
    pause: 'Pause the computer',
    goOn: 'Let the computer go on',
    paused: 'The computer is paused',
    actions: 'Actions',
    offered: (s: Side) => `${side(s)} offers a draw.`,
    accept: 'Accept',
    decline: 'Decline',
    sure: (what: string) => `${what}?`,
    cancel: 'No',
    confirm: 'Yes',
    typeMove: 'Type a move',
    typeHint: '11-15',
    typePlay: 'Play',
    clock: (s: Side) => `${side(s)}’s clock`,
    days: (days: number, hours: number) => `${days} d ${hours} h`,
    setup: 'Set up',
    look: 'Analyze',
    noMoves: 'No moves yet.',
    learnRules: 'New to checkers? Learn the rules.',
  },

  /** The first screen. */
  home: {
    computer: 'Play the computer',
    orMove: 'Choose a side, or just make a move on the board.',
    play: 'Play',
    friend: 'Play a friend',
    link: 'Send a link',
    online: 'Play online',
    lobby: 'Find an opponent',
    recent: 'Recent games',
  },

  newGame: {
    title: 'New game',
    who: 'Who plays',
    kind: { computer: 'Against the computer', two: 'Pass and play', analysis: 'Analysis' },
    level: 'Level',
    levelName: (n: number) => (n > 10 ? 'Full strength' : `${n} – ${levelNames[n - 1] ?? ''}`),
    side: 'Your side',
    sides: { black: 'Black, moves first', white: 'White', random: 'Random' },
    clock: 'Clock',
    clocks: {
      none: 'No clock',
      '60+0': '1 minute',
      '180+2': '3 minutes + 2 seconds per move',
      '300+3': '5 minutes + 3 seconds per move',
      '600+5': '10 minutes + 5 seconds per move',
      '1800+0': '30 minutes',
      own: 'Custom…',
    },
    days: (days: number) => (days === 1 ? '1 day per move' : `${days} days per move`),
    minutes: 'Minutes',
    increment: 'Seconds added per move',
    start: 'Start from',
    starts: { standard: 'Starting position', random: 'Random ballot', ballot: 'Choose a ballot' },
    ballot: 'Ballot',
    ballotName: (n: number, moves: string[], name?: string) => `${n}. ${moves.join(' ')}${name ? ` (${name})` : ''}`,
    rules: 'Rules',
    official: 'Official rules',
    preset: (name: string) => name.replace(/^./, (c) => c.toUpperCase()),
    ownRules: 'Custom house rules …',
    begin: 'Begin',
  },

  /** Styles: bundles of rules, names, square names and text boards. */
  style: {
    title: 'Style',
    names: {
      official: 'Official',
      masks: 'Masks: red and black, bits each turn',
      letters: 'Letters: a letter for the square, a number for the piece',
      coordinates: 'Coordinates: B6 to A5',
      indices: 'Indices: 0 to 63 from the top',
      list: 'List: moves by their number',
    },
    /** A player's name, as the style has it in English. */
    name: (name: string) => name,
    first: (name: string) => `${name}, moves first`,
    sets: (rules: string) => `The style sets the rules (${rules}), who moves first, and what everything is called.`,
    panel: 'The game in its style',
    board: 'Board in text',
    reference: 'Names of the squares',
    words: 'Words',
    score: (turn: number, names: string[], scores: number[]) => `Turn ${turn}. Score: ${names.map((name, i) => `${name} ${scores[i]}`).join(', ')}.`,
    example: (move: string) => `Type a move, for example ${move}.`,
    moves: 'Legal moves',
    ending: (winner: string, loser: string, left: number, reason: string) =>
      ({
        no_pieces: `${winner} wins with ${count(left, 'piece')} left.`,
        no_moves: `${loser} has no move and forfeits the game. ${winner} wins with ${count(left, 'piece')} left.`,
      })[reason],
  },

  /** House rules, by the names of the settings and their values. */
  rules: {
    about: {
      capture: 'When a capture is forced.',
      chain: 'How a capture goes on.',
      crown: 'What happens to a man that reaches its crown row in a jump.',
      'captured-king': 'What happens to a king that is captured.',
    } as Record<string, string>,
    values: {
      side: 'If any piece can capture, one must.',
      piece: 'A piece that can capture may not step; other pieces may.',
      optional: 'Never.',
      complete: 'The piece jumps on until it can jump no more.',
      'may-stop': 'The piece may stop on any landing square.',
      single: 'One jump a turn.',
      again: 'One jump, and the same side moves again with any piece.',
      relay: 'One jump; then any own piece that can capture may go on, or the player ends the turn.',
      'ends-move': 'It is crowned and the move is over.',
      'goes-on': 'It is crowned at once and jumps on as a king.',
      removed: 'It leaves the board like a man.',
      demoted: 'It stays where it is as a man of its owner.',
    } as Record<string, string>,
  },

  setup: {
    title: 'Set up a position',
    tools: 'Put on the board',
    tool: { b: 'Black man', B: 'Black king', w: 'White man', W: 'White king', x: 'Erase' },
    clear: 'Empty board',
    start: 'Starting position',
    fromGame: 'From the game',
    turn: 'To move',
    fen: 'As FEN',
    help: 'Choose a piece and click on squares. Clicking again removes it. Pieces can be dragged, also off the board.',
    playComputer: 'Play the computer',
    playTwo: 'Pass and play',
    analyze: 'Analyze',
    fine: 'This is a legal position.',
    close: 'Back to the game',
  },

  look: {
    moves: 'Moves',
    start: 'Start',
    navigation: 'Go through the game',
    first: 'To the start',
    back: 'One move back',
    forth: 'One move forward',
    last: 'To the end',
    previousGame: 'Previous game',
    nextGame: 'Next game',
    comment: 'Comment',
    commentOf: (move: string) => `Comment on ${move}`,
    mark: 'Mark',
    noMark: 'none',
    promote: 'Make it the main line',
    moveUp: 'Move up',
    remove: 'Remove from here',
    removed: (move: string) => `${move} and what follows were removed. “Undo” brings them back.`,
    undo: 'Undo',
    redo: 'Redo',
    variation: 'Variation',
    drawing: 'The right mouse button draws arrows and circles: green, red with Shift, blue with Alt, yellow with both.',
    details: 'About this study',
    name: 'Name',
    tags: { Black: 'Black', White: 'White', Event: 'Event', Site: 'Place', Date: 'Date', Round: 'Round' },
    /** What could not be taken in from a game file, by its code. */
    fault: (code: string) =>
      ({
        too_many_moves: 'The game has more moves and variations than a study holds. The rest was left out.',
        too_deep: 'Some variations are nested too deep and were left out.',
        unplayable: 'A part of this game cannot be played on a board and was left out.',
      })[code] ?? 'A part of this game could not be read and was left out.',
  },

  engine: {
    title: 'Engine',
    lines: 'Lines',
    line: (n: number) => `Line ${n}`,
    depth: (depth: number, selective: number) => `depth ${depth}/${selective}`,
    speed: (perSecond: number) => `${number(perSecond / 1e6, 1)} M/s`,
    waiting: 'Starting the engine …',
    where: { server: 'server', browser: 'this browser' },
    whereHint: {
      server: 'The engine of the server thinks, with all its strength and its endgame database.',
      browser: 'The engine inside this page thinks. It needs no network.',
    },
    queued: (ahead: number) => `The engine is busy: ${count(ahead, 'request')} before yours.`,
    bar: 'Score',
    barText: (forBlack: number, winner?: Side, plies?: number) => {
      if (winner) return `${side(winner)} wins${plies ? ` in ${count(plies, 'ply', 'plies')}` : ''}`;
      const men = Math.abs(forBlack) / 100;
      return men < 0.1 ? 'Even' : `${forBlack > 0 ? 'Black' : 'White'} is better by ${number(men, 2)}`;
    },
    /** For Black. */
    score: ({ for_black: forBlack, winner, ends_in: plies }: ScoreInfo) => (winner ? `${forBlack > 0 ? '+' : '-'}win${plies === undefined ? '' : ` ${plies}`}` : signed(forBlack / 100, 2)),
    /** The same where no more than this is known of it. */
    scoreForBlack: (forBlack: number) => (Math.abs(forBlack) < 10_000 ? signed(forBlack / 100, 2) : `${forBlack > 0 ? '+' : '-'}win`),
    legend: 'Scores are in men: + is better for Black, − for White. “win 9” is a win in 9 plies.',
    moves: 'Moves of the line',
    whole: 'Show the whole line',
    done: 'The engine has finished with this position.',
    off: 'Switch the engine on to see what it thinks of this position.',
  },

  verdict: {
    title: 'Endgame database',
    win: 'W',
    draw: 'D',
    loss: 'L',
    of: (value: 'win' | 'draw' | 'loss', plies?: number) =>
      value === 'draw' ? 'draw' : `${value}${plies === undefined ? '' : ` in ${count(plies, 'ply', 'plies')}`}`,
    position: (value: 'win' | 'draw' | 'loss', turn: Side, plies?: number) => {
      const after = plies === undefined ? '' : ` in ${count(plies, 'ply', 'plies')}`;
      if (value === 'draw') return 'With perfect play this is a draw.';
      return `With perfect play ${side(turn)} ${value === 'win' ? 'wins' : 'loses'}${after}.`;
    },
  },

  review: {
    title: 'Review',
    start: 'Review the game',
    again: 'Review again',
    progress: (ply: number, plies: number) => `Move ${ply} of ${plies}`,
    graph: 'Score after each move',
    point: (ply: number, move: string, score: string) => `${ply}. ${move}: ${score}`,
    better: (move: string) => `better was ${move}`,
    betterWas: 'Better was',
    even: 'even',
    previousMistake: 'Previous mistake',
    nextMistake: 'Next mistake',
    found: (n: number) => (n === 0 ? 'No mistakes' : count(n, 'weak move')),
    moments: 'Key moments',
    moment: (ply: number, move: string, mark: string) => `${Math.ceil(ply / 2)}${ply % 2 ? '.' : '…'} ${move}${mark}`,
    looking: 'Looking for the moves that decided the game …',
    noMoments: 'No move stood out.',
    kept: 'Marks and scores are in the study now, and in the PDN that it is saved as. “Undo” takes them out.',
    loss: (hundredths: number) => `lost ${number(hundredths / 100, 2)}`,
    summary: (s: Side) => side(s),
    average: 'Average loss',
    dubious: 'Dubious',
    mistakes: 'Mistakes',
    blunders: 'Blunders',
    explain: 'Each move is judged by what it gave away, in men. Click on the graph to go to a move.',
    noMoves: 'There is nothing to review yet.',
    marks: { '!': 'only good move', '?!': 'dubious', '?': 'mistake', '??': 'blunder' } as Record<string, string>,
  },

  /** Playing the positions before one's mistakes again. */
  mistakes: {
    title: 'Learn from your mistakes',
    of: (s: Side, n: number) => `${side(s)} (${n})`,
    progress: (n: number, of: number) => `Mistake ${n} of ${of}`,
    played: (move: string, mark: string, loss: number) => `${move}${mark} was played and lost ${number(loss / 100, 2)}.`,
    task: (s: Side) => `Find a better move for ${side(s)}.`,
    hinted: 'The piece to move is marked.',
    judging: 'The engine looks at your move …',
    right: 'Good move!',
    wrong: (move: string) => `${move} is not good enough. Try another move.`,
    shown: (move: string) => `The best move was ${move}.`,
    best: 'Best line:',
    again: 'Try again',
    giveUp: 'Show the solution',
    next: 'Next',
    done: (found: number, of: number) => `That was all. You found ${found} of ${of} without help.`,
    end: 'Back to the review',
  },

  share: {
    title: 'Share',
    open: 'Open a game or a position',
    openHelp: 'Paste the text of a game (PDN) or a position (FEN), or choose a file.',
    paste: 'PDN or FEN',
    file: 'Choose a file',
    read: 'Open',
    reading: 'Reading …',
    unreadable: (why: string) => `This text could not be read: ${why}.`,
    noText: 'This is not a text file. Choose a game file (PDN), or a text with games or a position.',
    partly: (why: string) => `Not all of this text could be read: ${why}.`,
    nothing: 'There is no game and no position in this text.',
    picture: 'The position as a picture',
    pdn: 'PDN of the game, with everything that is said about it',
    copyLink: 'Copy the link to the position',
    copyGameLink: 'Copy the link to the game',
    copyFen: 'Copy FEN',
    copyPdn: 'Copy PDN',
    link: 'Link to the position',
    gameLink: 'Link to the game',
    savePdn: 'PDN file',
    saveSvg: 'Image (SVG)',
    savePng: 'Image (PNG)',
    saveHtml: 'Web page to replay',
    fen: 'FEN of this position',
    copy: 'Copy',
  },

  /** Studies and files that are kept in the browser. */
  library: {
    title: 'Library',
    kept: 'Kept in this browser',
    none: 'Nothing yet. Whatever you change in a study is kept here by itself.',
    begin: 'New study',
    exportAll: 'Save all as PDN',
    untitled: (when: string) => `Study of ${when}`,
    rename: 'Rename or move',
    folder: 'Folder',
    export: 'Save as PDN',
    remove: 'Delete',
    removed: (name: string) => `“${name}” was deleted.`,
    bringBack: 'Undo',
    games: (n: number) => count(n, 'game'),
    plies: (n: number) => count(Math.ceil(n / 2), 'move'),
    closeFile: 'Back to the library',
    search: 'Player, event, date',
    result: 'Result',
    anyResult: 'Any result',
    results: { '1-0': 'Black won', '0-1': 'White won', '1/2-1/2': 'Draw', '*': 'Unfinished' } as Record<string, string>,
    found: (n: number, of: number) => (n === of ? count(of, 'game') : `${number(n)} of ${count(of, 'game')}`),
    faulty: 'cannot be played to its end',
    server: {
      title: 'At the server',
      share: 'Share by a link',
      again: 'Bring the shared copy up to date',
      withdraw: 'Stop sharing',
      link: 'Link to the shared study',
      copyLink: 'Copy the link to the shared study',
      done: 'Whoever has the link can look at this study now.',
      needs: 'With an account at a server that answers, a study can be shared by a short link. The links above carry everything in themselves and need none.',
    },
  },

  games: {
    title: 'Your games',
    remove: 'Delete',
    none: 'You have played no games yet.',
    /** A game that the person has given no name. */
    name: ([black, white]: readonly Seat[], at: number) => {
      const computer = [black, white].find((who) => who === 'full' || typeof who === 'object');
      return `${computer ? seat(computer, 'white', true) : 'Two players'}, ${date(at)}`;
    },
    plies: (n: number) => count(Math.ceil(n / 2), 'move'),
    unfinished: 'unfinished',
    open: 'open now',
    here: 'They are kept in this browser and nowhere else. A backup brings them to another one, with studies and files.',
    fleeting: 'This browser keeps nothing: the games are gone when the page is closed. Save a backup of what you want to keep.',
    rename: 'Rename',
    nameField: 'Name of the game',
    saveName: 'Save',
    removed: (name: string) => `${name} was deleted.`,
    undoRemove: 'Undo',
    savePdn: 'All games as PDN',
    saveBackup: 'Backup of everything',
    readBackup: 'Restore a backup',
    readIn: ({ games, studies }: { games: number; studies: number }) => {
      const parts = [games && count(games, 'game'), studies && count(studies, 'study or file', 'studies and files')].filter(Boolean);
      return parts.length > 0 ? `${all(parts)} imported.` : 'Everything in this backup is here already.';
    },
    noBackup: 'This is not a backup of this page: choose a file that “Backup of everything” has saved.',
    elsewhere: 'This game is being played in another tab.',
    playHere: 'Play it here',
    old: (n: number) => `An earlier version of the program has kept ${count(n, 'game')} at the server on this machine. Do you want to have ${n === 1 ? 'it' : 'them'} in this browser?`,
    oldLeftOut: (n: number) => `${count(n, 'game')} could not be read; “crownhead games old” tells more.`,
    takeOld: 'Bring them here',
    leaveOld: 'No, thanks',
    oldFile: 'Games of an earlier version',
    files: 'Files',
    openFile: 'Open',
    saveFile: 'Save',
  },

  settings: {
    title: 'Settings',
    language: 'Language',
    likeBrowser: 'Like the browser',
    look: 'Colors',
    looks: { auto: 'System', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
    board: 'Board',
    boards: { wood: 'Wood', plain: 'Brown', slate: 'Slate', green: 'Club green', night: 'Night' },
    pieces: 'Pieces',
    pieceSets: { turned: 'Turned', flat: 'Flat', shapes: 'Two shapes' },
    boardSize: 'Board size',
    names: 'Squares',
    namesOf: { numbers: 'Numbers 1 to 32', algebraic: 'Letters and digits', none: 'No names' },
    namesOutside: 'Coordinates outside the board',
    showMoves: 'Show where pieces can go',
    animate: 'Animate moves',
    sound: 'Sound',
    speech: 'Speak the moves',
    notify: 'Notify me when the page is hidden',
    quickMoves: 'Click a square to go there if only one piece can',
    premove: 'Prepare a move while the other side thinks',
    keys: 'Single-key shortcuts',
    close: 'Done',
  },

  keys: {
    title: 'Keys',
    close: 'Close',
    list: [
      ['Arrows, Enter, Esc', 'on the board: move, pick up and put down, cancel'],
      ['0 – 9', 'type a move'],
      ['← →', 'one move back or forward'],
      ['Home End', 'to the start or the end'],
      ['f', 'flip the board'],
      ['u', 'take back; in a study, undo'],
      ['h', 'hint'],
      ['n', 'new game'],
      ['e', 'engine on and off'],
      ['?', 'this list'],
    ],
  },
};

const levelNames = [
  'first games',
  'beginner',
  'easy',
  'casual',
  'club',
  'strong club',
  'expert',
  'master',
  'grandmaster',
  'world class',
];
