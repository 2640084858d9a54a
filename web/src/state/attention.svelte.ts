// Tells the person what waits for them: by the title and the icon of the tab, by a sound, and where the browser allows it
// by a notification of the system.

import { chat } from './chat.svelte';
import { lobby } from './lobby.svelte';
import { match } from './match.svelte';
import { route } from './route.svelte';
import { settings } from './settings.svelte';
import { chime } from './sound';
import { text } from '../text';

export const canNotify = 'Notification' in globalThis;

/** Asks the browser for leave to notify, when that is wanted. */
export async function wantNotices(on: boolean) {
  settings.notify = on && (await Notification.requestPermission()) === 'granted';
}

/** What waits: the most urgent first. */
function waiting(): string[] {
  const list: string[] = [];
  if (match.isOwnTurn && !match.pending) list.push(text.play.yourMove);
  if (lobby.received[0]) list.push(text.online.challenge.from(lobby.received[0].by.name));
  const absent = match.isPlaying ? match.now?.away?.find(({ side }) => side !== match.ownSide) : undefined;
  if (absent) list.push(text.online.asked.left(match.called(absent.side)));
  if (match.isEndUnseen) list.push(text.play.over);
  if (chat.unread > 0) list.push(text.online.chat.title);
  return list;
}

/** Keeps title and icon, and calls the person when something new waits; to be called once. */
export function useAttention() {
  const list = $derived(waiting());
  $effect(() => {
    document.title = [list[0] ?? text.nav[route.isOnline ? 'online' : route.view === 'setup' ? 'play' : (route.view as 'play')], text.title].filter(Boolean).join(' – ');
  });
  $effect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = icon.href.replace(/icon(-badge)?\.svg/, list.length > 0 ? 'icon-badge.svg' : 'icon.svg');
    const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void> };
    void app.setAppBadge?.(list.length).catch(() => {});
  });
  let before: readonly string[] = [];
  $effect(() => {
    const news = list.find((words) => !before.includes(words));
    before = list;
    if (news) call(news);
  });
  // What was looked at has been seen.
  $effect(() => {
    const look = () => !document.hidden && route.view === 'game' && match.see();
    void [route.view, match.isEndUnseen];
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  });
}

/** Calls the person, who may be elsewhere. */
function call(words: string) {
  const isAway = document.hidden || route.view !== 'game';
  if (!isAway) return;
  chime();
  if (!document.hidden || !settings.notify || !canNotify || Notification.permission !== 'granted') return;
  const options = { body: words, tag: 'crownhead', icon: 'icon-192.png' };
  // Phones notify by way of the service worker alone.
  void navigator.serviceWorker?.getRegistration().then((registration) => {
    if (registration) void registration.showNotification(text.title, options);
    else new Notification(text.title, options);
  });
}
