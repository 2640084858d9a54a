// Hausregeln, nach den Namen der Einstellungen und ihrer Werte.

import { known } from '../codes';
import type { Text } from '../en';

const presets: Record<string, string> = {
  official: 'Offiziell',
  'free-stop': 'Freies Anhalten',
  'crown-and-go': 'Krönen und weiter',
  'single-jump': 'Nur ein Sprung',
  casual: 'Locker',
  relay: 'Staffel',
};

export const preset = (name: string) => known(presets, name) ?? name;

export const rules: Text['rules'] = {
  about: {
    capture: 'Wann geschlagen werden muss.',
    chain: 'Wie das Schlagen weitergeht.',
    crown: 'Was mit einem Stein geschieht, der beim Schlagen die Damenreihe erreicht.',
    'captured-king': 'Was mit einer geschlagenen Dame geschieht.',
  },
  values: {
    side: 'Wenn eine Figur schlagen kann, muss geschlagen werden.',
    piece: 'Eine Figur, die schlagen kann, darf nicht einfach ziehen; andere schon.',
    optional: 'Nie.',
    complete: 'Die Figur schlägt weiter, bis sie nicht mehr kann.',
    'may-stop': 'Die Figur darf auf jedem Feld aufhören, auf dem sie landet.',
    single: 'Ein Sprung pro Zug.',
    again: 'Ein Sprung, und dieselbe Seite zieht noch einmal mit einer beliebigen Figur.',
    relay: 'Ein Sprung; dann darf jede eigene Figur weitermachen, die schlagen kann, oder der Spieler beendet den Zug.',
    'ends-move': 'Er wird zur Dame, und der Zug ist zu Ende.',
    'goes-on': 'Er wird sofort zur Dame und schlägt als Dame weiter.',
    removed: 'Sie kommt vom Brett wie ein Stein.',
    demoted: 'Sie bleibt als Stein ihres Besitzers stehen.',
  },
};
