// The server's engine, for those who can do without it.

import { socketAddress } from '../api/http';
import { Socket } from '../api/socket';
import type { AnalysisMessage, AnalysisRequest } from '../api/types';

/** How long to wait for an answer before the browser's engine begins, in milliseconds. */
const PATIENCE = 800;

export class Analyst {
  private readonly socket: Socket<AnalysisMessage, AnalysisRequest> | null;
  private readonly timer: ReturnType<typeof setTimeout>;
  private isThere: boolean | null = null;
  private wasThere = false;

  /** Tells soon whether the server's engine can be asked, and again whenever that changes. */
  constructor(
    hear: (message: AnalysisMessage) => void,
    private readonly tell: (isThere: boolean) => void,
  ) {
    this.timer = setTimeout(() => this.say(false), navigator.onLine ? PATIENCE : 0);
    this.socket = navigator.onLine
      ? new Socket(socketAddress('analysis'), hear, (status) => {
          if (status === 'open') this.say(true);
          else if (status === 'lost') this.lose();
        })
      : null;
  }

  send(question: AnalysisRequest) {
    this.socket?.send(question);
  }

  close() {
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private lose() {
    // A server that has never answered is none; one that was there may come back.
    if (!this.wasThere) this.socket?.close();
    this.say(false);
  }

  private say(isThere: boolean) {
    clearTimeout(this.timer);
    if (isThere === this.isThere) return;
    this.isThere = isThere;
    this.wasThere ||= isThere;
    this.tell(isThere);
  }
}
