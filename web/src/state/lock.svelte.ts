// Which tab has something in hand. The browser knows, if it has locks; otherwise it is the tab that took it last.

export class Lock {
  isHeld = $state(true);
  /** Called when another tab takes it. */
  onlost: () => void = () => {};
  /** Called when it comes to this tab, because the one that had it was closed. */
  onfreed: () => void = () => {};

  private id = '';
  private release: () => void = () => {};
  private turn = 0;

  constructor(private readonly nameOf: (id: string) => string) {}

  /** Takes it if it is free. */
  take = (id: string) => this.request(id, { ifAvailable: true });
  /** Takes it from whoever has it. */
  steal = (id: string) => this.request(id, { steal: true });

  lose() {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.onlost();
    this.wait();
  }

  /** Done as soon as it is known who has it. */
  private request(id: string, options: LockOptions): Promise<void> {
    this.release();
    const turn = ++this.turn;
    this.id = id;
    this.isHeld = true;
    if (!('locks' in navigator)) return Promise.resolve();
    return new Promise((known) => {
      const held = navigator.locks.request(this.nameOf(id), options, (lock) => {
        known();
        if (turn !== this.turn) return undefined;
        this.isHeld = lock !== null;
        return lock ? this.hold() : void this.wait();
      });
      held.catch(() => {
        if (turn === this.turn) this.lose();
        known();
      });
    });
  }

  /** Until the next one is taken, or the tab is closed. */
  private hold(): Promise<void> {
    return new Promise((done) => (this.release = done));
  }

  /** Takes it when the tab that has it is closed. A tab out of sight leaves it to the one that is looked at. */
  private wait() {
    const turn = ++this.turn;
    if (!('locks' in navigator)) return;
    const end = new AbortController();
    this.release = () => end.abort();
    const held = navigator.locks.request(this.nameOf(this.id), { signal: end.signal }, () => {
      if (turn !== this.turn) return undefined;
      if (document.hidden) return void document.addEventListener('visibilitychange', () => turn === this.turn && this.wait(), { once: true });
      this.isHeld = true;
      this.onfreed();
      return this.hold();
    });
    // Stolen, or no longer waited for.
    held.catch(() => turn === this.turn && this.lose());
  }
}
