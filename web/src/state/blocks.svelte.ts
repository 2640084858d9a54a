// Whom the person does not want to meet.

import { club } from '../api/club';
import type { BlockedPerson } from '../api/online';
import { attempt } from './messages.svelte';

class Blocks {
  people: readonly BlockedPerson[] = $state.raw([]);

  has(id: string): boolean {
    return this.people.some((person) => person.id === id);
  }

  load = async () => {
    const list = await attempt(club.blocked);
    if (list) this.people = list.people;
  };

  toggle = async (id: string) => {
    await attempt(() => (this.has(id) ? club.unblock(id) : club.block(id)));
    await this.load();
  };
}

export const blocks = new Blocks();
