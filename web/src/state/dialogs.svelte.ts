class Dialogs {
  open: 'new' | 'settings' | 'keys' | 'account' | 'seek' | 'friend' | null = $state(null);
  /** Whom a challenge is for. */
  to = '';
  close = () => {
    this.open = null;
    this.to = '';
  };
}

export const dialogs = new Dialogs();
