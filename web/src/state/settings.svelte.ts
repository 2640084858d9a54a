// What a person has chosen for this browser, kept over reloads.

import { browserLanguage, speak, type Language } from '../text';
import { attempt } from './messages.svelte';

const KEY = 'crownhead.settings';

export interface Choices {
  language: 'auto' | Language;
  look: 'auto' | 'light' | 'dark' | 'contrast';
  board: 'wood' | 'plain' | 'slate' | 'green' | 'night';
  pieces: 'turned' | 'flat' | 'shapes';
  /** Of the room that there is, in percent. */
  boardSize: number;
  names: 'numbers' | 'algebraic' | 'none';
  /** Are the names of squares outside of the board? */
  namesOutside: boolean;
  showMoves: boolean;
  animate: boolean;
  sound: boolean;
  speech: boolean;
  /** Is the system asked to tell of what happens while the page is hidden? */
  notify: boolean;
  quickMoves: boolean;
  premove: boolean;
  keys: boolean;
  muteChat: boolean;
  /** Offer rated games? */
  rated: boolean;
  lines: number;
  /** The last choices for a new game. */
  level: number;
  side: 'black' | 'white' | 'random';
}

const DEFAULTS: Choices = {
  language: 'auto',
  look: 'auto',
  board: 'wood',
  pieces: 'turned',
  boardSize: 100,
  names: 'numbers',
  namesOutside: false,
  showMoves: true,
  animate: true,
  sound: true,
  speech: false,
  notify: false,
  quickMoves: false,
  premove: true,
  keys: true,
  muteChat: false,
  rated: true,
  lines: 3,
  level: 2,
  side: 'black',
};

/** Was this browser never here before? */
export const isFirstVisit = localStorage.getItem(KEY) === null;

export const settings: Choices = $state(read());

const isDark = matchMedia('(prefers-color-scheme: dark)');
const wantsContrast = matchMedia('(prefers-contrast: more)');
const wantsStillness = matchMedia('(prefers-reduced-motion: reduce)');

/** Keeps the choices and puts the look on the page; to be called once. */
export function useSettings() {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
  });
  $effect(() => void attempt(() => speak(language())));
  let look = $state(systemLook());
  const update = () => (look = systemLook());
  $effect(() => {
    isDark.addEventListener('change', update);
    wantsContrast.addEventListener('change', update);
  });
  $effect(() => {
    const root = document.documentElement;
    root.dataset.look = settings.look === 'auto' ? look : settings.look;
    root.dataset.board = settings.board;
    root.style.setProperty('--board-size', String(settings.boardSize / 100));
  });
}

/** The language that was chosen, or else that of the browser. */
export function language(): Language {
  return settings.language === 'auto' ? browserLanguage() : settings.language;
}

/** Milliseconds for a hop of a piece. */
export function pace(): number {
  return settings.animate && !wantsStillness.matches ? 180 : 0;
}

function systemLook(): 'light' | 'dark' | 'contrast' {
  return wantsContrast.matches ? 'contrast' : isDark.matches ? 'dark' : 'light';
}

function read(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) };
  } catch {
    return { ...DEFAULTS };
  }
}
