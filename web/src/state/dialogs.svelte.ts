class Dialogs {
  open: 'new' | 'settings' | 'keys' | null = $state(null);
  close = () => (this.open = null);
}

export const dialogs = new Dialogs();
