// Which tab has something in hand. The browser knows, if it has locks; otherwise it is the tab that took it last.

export class Lock {
  isHeld = $state(true);
  /** Called when another tab takes it. */
  onlost: () => void = () => {};

  private release: () => void = () => {};
  private turn = 0;

  constructor(private readonly nameOf: (id: string) => string) {}

  /** Takes it if it is free. */
  take = (id: string) => this.request(id, { ifAvailable: true });
  /** Takes it from whoever has it. */
  steal = (id: string) => this.request(id, { steal: true });

  lose() {
    this.turn++;
    if (!this.isHeld) return;
    this.isHeld = false;
    this.onlost();
  }

  /** Done as soon as it is known who has it. */
  private request(id: string, options: LockOptions): Promise<void> {
    this.release();
    const turn = ++this.turn;
    this.isHeld = true;
    if (!('locks' in navigator)) return Promise.resolve();
    return new Promise((known) => {
      const held = navigator.locks.request(this.nameOf(id), options, (lock) => {
        if (turn === this.turn) this.isHeld = lock !== null;
        known();
        // It is held until the next one is taken, or the tab is closed.
        return lock ? new Promise<void>((done) => (this.release = done)) : undefined;
      });
      held.catch(() => {
        // Stolen.
        if (turn === this.turn) this.lose();
        known();
      });
    });
  }
}
