// The lobby: what is offered, what is played, and what the person offers.

import { club } from '../api/club';
import type { Challenge, OnlineMessage, OnlineSettings, OnlineSummary, PeopleOnline, Seek, StartedGame } from '../api/online';
import { text } from '../text';
import { blocks } from './blocks.svelte';
import { line } from './line.svelte';
import { match } from './match.svelte';
import { attempt, messages } from './messages.svelte';
import { myself } from './myself.svelte';
import { route } from './route.svelte';

class Lobby {
  seeks: readonly Seek[] = $state.raw([]);
  live: readonly OnlineSummary[] = $state.raw([]);
  /** Challenges of the person, and those to the person. */
  challenges: readonly Challenge[] = $state.raw([]);
  online: PeopleOnline = $state.raw({ count: 0, people: [] });
  isKnown = $state(false);
  private isVisited = false;

  /** What others offer whom the person has not blocked, and the person's own. */
  readonly shown: readonly Seek[] = $derived(this.seeks.filter(({ by }) => !blocks.has(by.id)));
  readonly ownSeek: Seek | undefined = $derived(this.seeks.find((seek) => myself.isMe(seek.by)));
  readonly made: readonly Challenge[] = $derived(this.challenges.filter(({ by }) => myself.isMe(by)));
  readonly received: readonly Challenge[] = $derived(this.challenges.filter(({ by }) => !myself.isMe(by)));

  constructor() {
    line.listen((message) => this.hear(message));
  }

  /** What the person waits for, in words, wherever the person is. */
  get waiting(): string | undefined {
    const [challenge] = this.made;
    if (this.ownSeek) return text.online.seek.open(text.online.terms(this.ownSeek.settings)[0]!);
    return challenge && text.online.challenge.open;
  }

  /** Hears of the lobby until it is left, and of an open offer until it is taken. */
  visit(): () => void {
    this.isVisited = true;
    line.hearLobby(true);
    return () => {
      this.isVisited = false;
      this.listenLess();
    };
  }

  private listenLess() {
    if (!this.isVisited && !this.ownSeek) line.hearLobby(false);
  }

  seek = async (settings: OnlineSettings): Promise<boolean> => {
    const answer = await attempt(() => club.seek(settings));
    if (answer?.type === 'started') this.goTo(answer);
    else if (answer) {
      this.add(answer.seek);
      if (!this.isVisited) line.hearLobby(true);
    }
    return answer !== undefined;
  };

  cancelSeek = async (id: string) => {
    await attempt(() => club.cancelSeek(id));
    this.forget(id);
  };

  accept = (seek: Seek) => this.begin(() => club.acceptSeek(seek.id));

  challenge = async (settings: OnlineSettings, to?: string): Promise<boolean> => {
    const made = await attempt(() => club.challenge(settings, to));
    if (made) this.challenges = [made, ...this.challenges];
    return made !== undefined;
  };

  cancelChallenge = async (id: string) => {
    await attempt(() => club.cancelChallenge(id));
    this.challenges = without(this.challenges, id);
  };

  acceptChallenge = (key: string) => this.begin(() => club.acceptChallenge(key));

  decline = async (id: string) => {
    await attempt(() => club.declineChallenge(id));
    this.challenges = without(this.challenges, id);
  };

  private async begin(call: () => Promise<StartedGame>) {
    messages.clear();
    const started = await attempt(call);
    if (started) this.goTo(started);
  }

  private goTo({ game }: StartedGame) {
    route.go('game', game);
  }

  private forget(seek: string) {
    this.seeks = without(this.seeks, seek);
    this.listenLess();
  }

  private add(seek: Seek) {
    this.seeks = [...without(this.seeks, seek.id), seek];
  }

  private hear(message: OnlineMessage) {
    switch (message.type) {
      case 'hello':
        void this.askChallenges();
        void blocks.load();
        break;
      case 'lobby':
        [this.seeks, this.live, this.isKnown] = [message.lobby.seeks, message.lobby.live, true];
        this.online = message.lobby.online;
        break;
      case 'online':
        this.online = message.online;
        break;
      case 'seek_added':
        this.add(message.seek);
        break;
      case 'seek_removed':
        this.forget(message.id);
        break;
      case 'live_added':
        this.live = [message.game, ...without(this.live, message.game.id)];
        break;
      case 'live_removed':
        this.live = without(this.live, message.id);
        break;
      case 'challenge':
        this.challenges = [message.challenge, ...without(this.challenges, message.challenge.id)];
        messages.announce(text.online.challengedBy(message.challenge.by.name));
        break;
      case 'challenge_declined':
        this.challenges = without(this.challenges, message.id);
        messages.tell(text.online.challengeDeclined);
        break;
      case 'started':
        this.started(message);
        break;
      case 'yours':
        this.missed(message.games, message.challenges);
    }
  }

  /** News may have been missed: a challenge that was waited for may have become a game, which has its id. */
  private missed(games: readonly StartedGame[], challenges: readonly Challenge[]) {
    const waited = [...this.made, ...(this.ownSeek ? [this.ownSeek] : [])];
    const begun = games.find(({ game }) => waited.some(({ id }) => id === game));
    this.challenges = challenges;
    if (begun) this.started(begun);
  }

  private async askChallenges() {
    const list = await attempt(club.challenges);
    if (list) this.challenges = list.challenges;
  }

  /** A game that was waited for begins where the person looks, unless the person plays another. */
  private started(game: StartedGame) {
    messages.announce(text.online.started);
    void this.askChallenges();
    const isWaiting = route.view === 'online' || route.view === 'challenge';
    if (isWaiting || (route.view === 'game' && !match.isPlaying)) this.goTo(game);
    else if (!match.isPlaying) match.open(game.game);
  }
}

function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((other) => other.id !== id);
}

export const lobby = new Lobby();
