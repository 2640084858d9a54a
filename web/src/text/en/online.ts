// The texts of play between people.

import type { OnlineSettings, Scope } from '../../api/online';
import type { Event, Opening, ResultReason, Side } from '../../api/types';
import { codes } from './codes';
import { count, number, other } from './words';

function beginning(start: Opening): string {
  if (start.from === 'ballot') return `ballot ${start.number}`;
  return start.from === 'fen' ? 'from a position' : 'random ballot';
}

type Told = Exclude<Extract<Event, { side: Side }>['type'], 'seated'>;

export const online = {
  title: 'Play other people',
  offline: 'The connection is lost. Try again when it is back.',
  reconnecting: 'Reconnecting …',
  reconnectingSent: 'Reconnecting … Your move is sent as soon as the connection is back.',
  onlyWatching: 'You are watching this game.',
  theirTurn: 'It is your opponent’s turn.',
  over: 'The game is over.',
  sending: 'Your move is on its way.',
  resumed: (ms: number) => `The server was away for ${count(Math.max(1, Math.round(ms / 1000)), 'second')}; that time does not count.`,
  started: 'Your game has begun.',

  /** What the other side asks or answers. */
  asked: {
    draw_offered: (s) => `${s} offers a draw.`,
    draw_declined: (s) => `${s} declines the draw.`,
    takeback_asked: (s) => `${s} asks to take a move back.`,
    takeback_declined: (s) => `${s} does not agree to take a move back.`,
    rematch_offered: (s) => `${s} wants a rematch.`,
    left: (s) => `${s} left the game.`,
    returned: (s) => `${s} is back.`,
  } as Record<Told, (name: string) => string>,

  who: {
    title: 'You',
    guest: 'You play as a guest. An account keeps your name and gives you a rating.',
    account: 'Account',
    logIn: 'Log in or create an account',
    waiting: 'Connecting …',
    rating: (rating: number, provisional: boolean) => `${rating}${provisional ? '?' : ''}`,
    ratingSpoken: (rating: number, provisional: boolean) => `rated ${rating}${provisional ? ', provisional' : ''}`,
    bot: 'bot',
    profile: 'Your page',
  },

  account: {
    title: 'Log in or create an account',
    own: 'Your account',
    kinds: { login: 'Log in', register: 'Sign up', recover: 'Use a recovery code' },
    name: 'Name',
    nameHelp: '2 to 20 characters: letters a to z, digits, - and _, with a letter first.',
    password: 'Password',
    show: 'Show',
    passwordHelp: 'At least 8 characters. We cannot reset it; make recovery codes once you are logged in.',
    submit: { login: 'Log in', register: 'Sign up', recover: 'Set new password' },
    logOut: 'Log out',
    logOutEverywhere: 'Log out everywhere',
    code: 'Recovery code',
    newPassword: 'New password',
    oldPassword: 'Current password',
    change: 'Change password',
    changeHelp: 'You will be logged out on all other devices.',
    changed: 'Your password has been changed.',
    recovery: 'Recovery codes',
    recoveryHelp: 'Each code lets you set a new password once. Keep them somewhere safe. New codes replace the old ones.',
    codesLeft: (n: number) => (n === 0 ? 'You have no recovery codes.' : `You have ${count(n, 'recovery code')} left.`),
    makeCodes: 'Create new codes',
    codes: 'These are your codes. They are shown only once:',
    blocked: 'Blocked people',
    nobodyBlocked: 'You have blocked nobody.',
    unblock: (name: string) => `Unblock ${name}`,
    delete: 'Delete account',
    deleteHelp: 'Games in progress are given up. Your games stay, without your name. This cannot be undone.',
    deleteNow: 'Delete my account for good',
    bot: 'This is a bot account',
    makeBot: 'Make this a bot account',
    botForEver: 'A bot account stays one for ever, and plays by programs alone.',
    botHelp: 'A program plays under this name from then on. This cannot be undone, and is not possible after a rated game.',
    tokens: 'API tokens',
    tokensHelp: 'With a token a program plays in your name. Give it only what it needs.',
    tokenName: 'Purpose',
    tokenHint: 'my bot',
    scopes: { 'bot:play': 'play games', 'challenge:write': 'seek and challenge' } satisfies Record<Scope, string>,
    newToken: 'Create a token',
    sureToken: (name: string) => `Revoke the token ${name}?`,
    made: 'This is the token. It is shown only once:',
    removeToken: (name: string) => `Revoke the token ${name}`,
    noTokens: 'No tokens yet.',
  },

  seek: {
    quick: 'Play now',
    quickHelp: 'You are paired with somebody who wants the same game, or wait in the lobby.',
    rated: 'Rated',
    own: 'More options…',
    friend: 'Challenge a friend',
    waiting: 'Waiting for an opponent.',
    meanwhile: 'Play the computer while you wait',
    meanwhileHelp: 'Your offer stays open.',
    cancel: 'Cancel',
    accept: 'Play',
    acceptFrom: (name: string) => `Play ${name}`,
    title: 'Open offers',
    none: 'Nobody is waiting. Offer a game: whoever comes next can take it.',
    yours: 'your offer',
    open: (time: string) => `Your offer is open: ${time}`,
  },

  /** A game that is offered, in few words. */
  terms: (settings: OnlineSettings): string[] => {
    const { clock, rated, rules = 'official', start, claimed_draws: claimed, private: isPrivate } = settings;
    return [
      clock?.per_move ? online.days(clock.base_ms / 86_400_000) : online.time(clock?.base_ms, clock?.increment_ms),
      rated ? 'rated' : 'unrated',
      rules === 'official' ? '' : rules.includes('=') ? 'house rules' : `${rules} rules`,
      start && start.from !== 'free' ? beginning(start) : '',
      claimed ? 'draws are claimed' : '',
      isPrivate ? 'private' : '',
    ].filter(Boolean);
  },
  days: (days: number) => (days === 1 ? '1 day per move' : `${days} days per move`),
  /** Of milliseconds. */
  time: (base?: number, increment = 0) => {
    if (base === undefined) return 'no clock';
    const minutes = base / 60_000;
    return `${Number.isInteger(minutes) ? minutes : number(minutes, 1)} + ${increment / 1000}`;
  },
  plays: (wanted: Side) => `you play ${other(wanted)}`,

  offer: {
    seek: 'Offer a game',
    friend: 'Challenge a friend',
    rated: 'Rated: it counts for both players’ ratings',
    ratedNeeds: 'A rated game needs an account, a clock of minutes, not days, and the official rules.',
    claimed: 'Draws by repetition and forty moves have to be claimed',
    private: 'Private: only the two of you can see it',
    to: 'Account name (leave empty for anyone with the link)',
    submit: { seek: 'Offer it in the lobby', friend: 'Create the challenge' },
  },

  challenge: {
    title: 'Challenge',
    yours: 'Your challenge',
    open: 'Your challenge is open',
    send: 'Send this link to your friend, or read out the code. The game begins when it is accepted.',
    toOnly: (name: string) => `Only ${name} can accept it. Here is a link to send:`,
    link: 'Link',
    code: 'Code',
    copyLink: 'Copy the link',
    copyCode: 'Copy the code',
    cancel: 'Cancel challenge',
    from: (name: string) => `${name} challenges you`,
    accept: 'Accept',
    decline: 'Decline',
    enter: 'Do you have a code?',
    codeHint: 'k7m2qd',
    go: 'Go',
    lobby: 'To the lobby',
  },
  challengedBy: (name: string) => `${name} challenges you.`,
  challengeDeclined: 'Your challenge was declined.',

  live: {
    title: 'Games in progress',
    none: 'No games at the moment.',
    noOthers: 'No other games at the moment.',
    watch: 'Watch',
    more: (n: number) => `and ${count(n, 'more game')}`,
  },

  people: {
    title: 'Who is online',
    count: (n: number) => (n === 1 ? 'One person is online.' : `${number(n)} people are online.`),
    isBlocked: (name: string) => `${name} is blocked: you no longer see what they say, and they cannot challenge you.`,
    block: (name: string) => `Block ${name}`,
    unblock: (name: string) => `Unblock ${name}`,
    bot: 'bot',
  },

  leaders: {
    title: 'Leaderboard',
    place: 'Place',
    player: 'Player',
    rating: 'Rating',
    games: 'Games',
    none: 'Nobody has played enough rated games yet.',
  },

  running: {
    title: 'You are playing',
    go: 'Go to your game',
  },

  game: {
    title: 'Online game',
    you: 'you',
    watching: 'You are watching',
    theirMove: 'Your opponent’s move',
    spectators: (n: number) => count(n, 'spectator'),
    away: 'away',
    leftClaim: (name: string) => `${name} left the game. You may claim it now.`,
    leftWait: (name: string, seconds: number) => `${name} left the game. You may claim it in ${count(seconds, 'second')}.`,
    claimWin: 'Claim the win',
    claimDraw: 'Claim a draw',
    firstMove: (seconds: number) => `Make your first move within ${count(seconds, 'second')}, or the game is aborted.`,
    theirFirstMove: (seconds: number) => `Your opponent has ${count(seconds, 'second')} for the first move.`,
    abort: 'Abort',
    offerDraw: 'Offer a draw',
    drawOffered: 'You have offered a draw.',
    claim: 'Claim the draw',
    claimable: (reason: ResultReason) => `You may claim a draw: ${codes.draw(reason)}.`,
    takeback: 'Ask to take back',
    takebackShort: 'Take back',
    takebackAsked: 'You have asked to take back a move.',
    accept: 'Accept',
    agree: 'Agree',
    decline: 'Decline',
    rematch: 'Rematch',
    acceptRematch: 'Accept the rematch',
    rematchAsked: 'You have asked for a rematch.',
    next: 'Go to the rematch',
    look: 'Analyze',
    another: 'New opponent',
    lobby: 'Lobby',
    seat: 'Continue on another device',
    seatHelp: 'Whoever opens this link plays your side. A new link revokes an earlier one.',
    link: 'Link for the other device',
    copySeat: 'Copy the link',
    change: (n: number) => (n < 0 ? `−${-n}` : `+${n}`),
    changeSpoken: (n: number) => `rating ${n < 0 ? 'down' : 'up'} by ${Math.abs(n)}`,
    captured: (n: number) => (n === 0 ? 'nothing captured' : `captured ${count(n, 'piece')}`),
  },

  chat: {
    title: 'Chat',
    unread: 'unread',
    say: 'Say something',
    send: 'Send',
    mute: 'Mute',
    muted: 'The chat is muted.',
    empty: 'No messages yet.',
    report: (name: string) => `Report this line by ${name}`,
    reported: 'The line has been reported to the operator.',
  },
  said: (name: string, words: string) => `${name} says: ${words}`,

  archive: {
    title: 'Archive',
    open: 'Archive of all games',
    player: 'Player',
    opponent: 'Against',
    result: 'Result',
    results: { '': 'Any', black: 'Black won', white: 'White won', draw: 'Draw', aborted: 'Aborted' },
    opening: 'Opening',
    fen: 'With the position (FEN)',
    fromBoard: 'From my board',
    search: 'Search',
    none: 'No games were found.',
    more: 'Show more',
    plies: (n: number) => count(Math.ceil(n / 2), 'move'),
    withPosition: 'Online games with this position',
  },

  profile: {
    rating: 'Rating',
    deviation: (n: number) => `±${2 * n}`,
    provisional: 'Provisional until a few more rated games are played.',
    games: (n: number) => count(n, 'rated game'),
    since: (date: string) => `Joined ${date}.`,
    live: 'Playing now',
    last: 'Last games',
    all: 'All games',
    challenge: 'Challenge',
    bot: 'This is a bot account.',
    online: 'Online now',
    record: (wins: number, draws: number, losses: number) => `${count(wins, 'win')}, ${count(draws, 'draw')}, ${count(losses, 'loss', 'losses')}`,
    graph: 'Rating over time',
    graphSpoken: (n: number, low: number, high: number, last: number) => `Ratings after the last ${n} rated games: from ${low} to ${high}, now ${last}.`,
  },
};
