// What is said in the open game.

import { club } from '../api/club';
import type { ChatLine } from '../api/online';
import { text } from '../text';
import { line } from './line.svelte';
import { attempt, messages } from './messages.svelte';
import { settings } from './settings.svelte';

class Chat {
  lines: readonly ChatLine[] = $state.raw([]);
  /** Unread lines. */
  unread = $state(0);
  private game = '';

  get isMuted(): boolean {
    return settings.muteChat;
  }

  async open(game: string) {
    this.game = game;
    this.lines = [];
    this.unread = 0;
    // A game that cannot be read says so itself.
    const log = await club.chat(game).catch(() => null);
    if (log && this.game === game) this.lines = [...log.lines, ...this.lines];
  }

  hear(said: ChatLine) {
    if (said.game !== this.game || this.isMuted) return;
    this.lines = [...this.lines, said];
    if (!this.isSeen()) this.unread++;
    messages.announce(text.online.said(said.name, said.text));
  }

  /** Everything was seen. */
  read() {
    this.unread = 0;
  }

  private isSeen(): boolean {
    return !document.hidden && !!document.querySelector('.chat-lines')?.checkVisibility();
  }

  async say(words: string): Promise<boolean> {
    const { game } = this;
    const done = await attempt(async () => {
      await line.ask({ type: 'say', game, text: words });
      return true;
    });
    return done ?? false;
  }

  mute(on: boolean) {
    settings.muteChat = on;
    line.mute(this.game, on);
    if (!on) void this.open(this.game);
  }
}

export const chat = new Chat();
