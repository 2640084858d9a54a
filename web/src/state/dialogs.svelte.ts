/** Something that is asked back before it is done. */
export interface Asked {
  title: string;
  /** What it means. */
  about?: string;
  run: () => unknown;
}

class Dialogs {
  open: 'new' | 'settings' | 'keys' | 'account' | 'seek' | 'friend' | 'chat' | 'share' | 'confirm' | null = $state(null);
  /** Whom a challenge is for. */
  to = '';
  question: Asked | null = $state.raw(null);

  confirm(question: Asked) {
    this.question = question;
    this.open = 'confirm';
  }

  close = () => {
    this.open = null;
    this.to = '';
    this.question = null;
  };
}

export const dialogs = new Dialogs();
