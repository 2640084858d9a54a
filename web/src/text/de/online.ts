// Die Texte des Spiels zwischen Menschen.

import type { Opening } from '../../api/types';
import type { Text } from '../en';
import { codes } from './codes';
import { preset } from './rules';
import { count, moves, number, other, seconds } from './words';

function beginning(start: Opening): string {
  if (start.from === 'ballot') return `Auslosung ${start.number}`;
  return start.from === 'fen' ? 'aus einer Stellung' : 'zufällige Auslosung';
}

export const online: Text['online'] = {
  title: 'Gegen andere spielen',
  offline: 'Die Verbindung ist weg. Versuch es noch einmal, wenn sie wieder da ist.',
  reconnecting: 'Die Verbindung wird wiederhergestellt …',
  reconnectingSent: 'Die Verbindung wird wiederhergestellt … Dein Zug wird gesendet, sobald sie da ist.',
  onlyWatching: 'Du schaust bei dieser Partie zu.',
  theirTurn: 'Dein Gegner ist am Zug.',
  over: 'Die Partie ist zu Ende.',
  sending: 'Dein Zug ist unterwegs.',
  resumed: (ms) => `Der Server war ${seconds(Math.max(1, Math.round(ms / 1000)))} lang weg; diese Zeit zählt nicht.`,
  started: 'Deine Partie hat begonnen.',

  asked: {
    draw_offered: (s) => `${s} bietet Remis an.`,
    draw_declined: (s) => `${s} lehnt das Remis ab.`,
    takeback_asked: (s) => `${s} möchte einen Zug zurücknehmen.`,
    takeback_declined: (s) => `${s} ist mit der Zugrücknahme nicht einverstanden.`,
    rematch_offered: (s) => `${s} möchte eine Revanche.`,
  },

  who: {
    title: 'Du',
    guest: 'Du spielst als Gast. Ein Konto behält deinen Namen und gibt dir eine Wertungszahl.',
    account: 'Konto',
    logIn: 'Anmelden oder Konto anlegen',
    waiting: 'Verbinden …',
    rating: (rating, provisional) => `${rating}${provisional ? '?' : ''}`,
    ratingSpoken: (rating, provisional) => `Wertungszahl ${rating}${provisional ? ', vorläufig' : ''}`,
    bot: 'Programm',
    profile: 'Deine Seite',
  },

  account: {
    title: 'Anmelden oder Konto anlegen',
    own: 'Dein Konto',
    kinds: { login: 'Anmelden', register: 'Konto anlegen' },
    name: 'Name',
    nameHelp: '2 bis 20 Buchstaben, Ziffern, - und _.',
    password: 'Passwort',
    passwordHelp: 'Mindestens 8 Zeichen. Es lässt sich nicht wiederherstellen, also bewahr es gut auf.',
    submit: { login: 'Anmelden', register: 'Konto anlegen' },
    logOut: 'Abmelden',
    bot: 'Dieses Konto gehört einem Programm',
    tokens: 'API-Tokens',
    tokensHelp: 'Mit einem Schlüssel spielt ein Programm in deinem Namen. Gib ihm nur, was es braucht.',
    tokenName: 'Zweck',
    tokenHint: 'mein Bot',
    scopes: { 'bot:play': 'Partien spielen', 'challenge:write': 'anbieten und herausfordern' },
    newToken: 'Token anlegen',
    sureToken: (name) => `Das Token ${name} widerrufen?`,
    made: 'Das ist der Schlüssel. Er wird nur einmal gezeigt:',
    removeToken: (name) => `Den Schlüssel ${name} widerrufen`,
    noTokens: 'Noch keine Schlüssel.',
  },

  seek: {
    quick: 'Jetzt spielen',
    quickHelp: 'Du spielst gegen jemanden, der dieselbe Partie möchte, oder wartest in der Lobby.',
    rated: 'Gewertet',
    own: 'Mehr Möglichkeiten …',
    friend: 'Freund herausfordern',
    waiting: 'Du wartest auf jemanden zum Spielen.',
    cancel: 'Abbrechen',
    accept: 'Spielen',
    acceptFrom: (name) => `Gegen ${name} spielen`,
    title: 'Offene Angebote',
    none: 'Niemand wartet. Biete eine Partie an: Wer als Nächstes kommt, kann sie annehmen.',
    yours: 'dein Angebot',
  },

  terms: (settings) => {
    const { clock, rated, rules = 'official', start, claimed_draws: claimed, private: isPrivate } = settings;
    return [
      clock?.per_move ? online.days(clock.base_ms / 86_400_000) : online.time(clock?.base_ms, clock?.increment_ms),
      rated ? 'gewertet' : 'ungewertet',
      rules === 'official' ? '' : rules.includes('=') ? 'Hausregeln' : `Regeln „${preset(rules)}“`,
      start && start.from !== 'free' ? beginning(start) : '',
      claimed ? 'Remis wird reklamiert' : '',
      isPrivate ? 'privat' : '',
    ].filter(Boolean);
  },
  days: (days) => (days === 1 ? '1 Tag pro Zug' : `${days} Tage pro Zug`),
  time: (base, increment = 0) => {
    if (base === undefined) return 'ohne Uhr';
    const minutes = base / 60_000;
    return `${Number.isInteger(minutes) ? minutes : number(minutes, 1)} + ${increment / 1000}`;
  },
  plays: (wanted) => `du spielst ${other(wanted)}`,

  offer: {
    seek: 'Partie anbieten',
    friend: 'Freund herausfordern',
    rated: 'Gewertet: Sie zählt für die Wertungszahlen beider Spieler',
    ratedNeeds: 'Eine gewertete Partie braucht ein Konto, eine Uhr und die offiziellen Regeln.',
    claimed: 'Remis durch Stellungswiederholung und vierzig Züge muss reklamiert werden',
    private: 'Privat: Nur ihr beide könnt sie sehen',
    to: 'Name eines Kontos (leer: wer den Link hat)',
    submit: { seek: 'In der Lobby anbieten', friend: 'Herausforderung anlegen' },
  },

  challenge: {
    title: 'Herausforderung',
    yours: 'Deine Herausforderung',
    send: 'Schick deinem Freund diesen Link, oder lies ihm den Code vor. Die Partie beginnt, wenn er annimmt.',
    toOnly: (name) => `Nur ${name} kann sie annehmen. Diesen Link kannst du schicken:`,
    link: 'Link',
    code: 'Code',
    copyLink: 'Link kopieren',
    copyCode: 'Code kopieren',
    cancel: 'Zurückziehen',
    from: (name) => `${name} fordert dich heraus`,
    accept: 'Annehmen',
    decline: 'Ablehnen',
    enter: 'Hast du einen Code?',
    codeHint: 'k7m2qd',
    go: 'Los',
    lobby: 'Zur Lobby',
  },
  challengedBy: (name) => `${name} fordert dich heraus.`,
  challengeDeclined: 'Deine Herausforderung wurde abgelehnt.',

  live: {
    title: 'Laufende Partien',
    none: 'Gerade keine Partien.',
    watch: 'Zuschauen',
    more: (n) => `und ${count(n, 'weitere Partie', 'weitere Partien')}`,
  },

  running: {
    title: 'Du spielst gerade',
    go: 'Zu deiner Partie',
  },

  game: {
    title: 'Online-Partie',
    you: 'du',
    watching: 'Du schaust zu',
    theirMove: 'Dein Gegner ist am Zug',
    firstMove: (n) => `Du hast noch ${seconds(n)} für deinen ersten Zug, sonst wird die Partie abgebrochen.`,
    theirFirstMove: (n) => `Dein Gegner hat ${seconds(n)} für den ersten Zug.`,
    abort: 'Abbrechen',
    offerDraw: 'Remis anbieten',
    drawOffered: 'Du bietest Remis an.',
    claim: 'Remis reklamieren',
    claimable: (reason) => `Du kannst Remis reklamieren: ${codes.draw(reason)}.`,
    takeback: 'Um Rücknahme bitten',
    takebackShort: 'Zurück',
    takebackAsked: 'Du bittest darum, einen Zug zurückzunehmen.',
    accept: 'Annehmen',
    agree: 'Zustimmen',
    decline: 'Ablehnen',
    rematch: 'Revanche',
    rematchAsked: 'Du bittest um eine Revanche.',
    next: 'Zur Revanche',
    look: 'Analysieren',
    another: 'Neuer Gegner',
    lobby: 'Lobby',
    seat: 'Auf einem anderen Gerät weiterspielen',
    seatHelp: 'Wer diesen Link öffnet, spielt deine Seite. Ein neuer Link macht einen früheren ungültig.',
    link: 'Link für das andere Gerät',
    copySeat: 'Link kopieren',
    change: (n) => (n < 0 ? `−${-n}` : `+${n}`),
    changeSpoken: (n) => `Wertungszahl um ${Math.abs(n)} ${n < 0 ? 'gefallen' : 'gestiegen'}`,
    captured: (n) => (n === 0 ? 'nichts geschlagen' : `${count(n, 'Figur', 'Figuren')} geschlagen`),
  },

  chat: {
    title: 'Chat',
    unread: 'ungelesen',
    say: 'Sag etwas',
    send: 'Senden',
    mute: 'Stumm',
    muted: 'Der Chat ist stumm.',
    empty: 'Noch keine Nachrichten.',
  },
  said: (name, words) => `${name} sagt: ${words}`,

  archive: {
    title: 'Archiv',
    open: 'Archiv aller Partien',
    player: 'Spieler',
    opponent: 'Gegen',
    result: 'Ergebnis',
    results: { '': 'Alle', black: 'Schwarz hat gewonnen', white: 'Weiß hat gewonnen', draw: 'Remis', aborted: 'Abgebrochen' },
    opening: 'Eröffnung',
    fen: 'Mit der Stellung (FEN)',
    fromBoard: 'Von meinem Brett',
    search: 'Suchen',
    none: 'Keine Partien gefunden.',
    more: 'Mehr zeigen',
    plies: (n) => moves(Math.ceil(n / 2)),
    withPosition: 'Online-Partien mit dieser Stellung',
  },

  profile: {
    rating: 'Wertungszahl',
    deviation: (n) => `± ${2 * n}`,
    provisional: 'Vorläufig, bis noch ein paar gewertete Partien gespielt sind.',
    games: (n) => count(n, 'gewertete Partie', 'gewertete Partien'),
    since: (date) => `Hier seit dem ${date}.`,
    live: 'Spielt gerade',
    last: 'Letzte Partien',
    all: 'Alle Partien',
    challenge: 'Herausfordern',
    bot: 'Unter diesem Namen spielt ein Programm.',
  },
};
