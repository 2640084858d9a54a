// A connection that comes back by itself.

export type Status = 'connecting' | 'open' | 'lost';

const SOON = 300;
const LATE = 5000;

export class Socket<In, Out = never> {
  private socket: WebSocket | null = null;
  private wait = SOON;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    private readonly address: string,
    private readonly onmessage: (message: In) => void,
    private readonly onstatus: (status: Status) => void,
  ) {
    this.connect();
  }

  /** Sends if the connection is open. What is to be asked again after a break belongs into `onstatus`. */
  send(message: Out) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Gives a connection up that is silent or somebody else's, and makes another. */
  renew() {
    const { socket } = this;
    clearTimeout(this.timer);
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    this.connect();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect() {
    this.onstatus('connecting');
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = SOON;
      this.onstatus('open');
    };
    socket.onmessage = (event) => this.onmessage(JSON.parse(event.data as string) as In);
    socket.onclose = () => this.retry();
  }

  private retry() {
    if (this.isClosed) return;
    this.onstatus('lost');
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LATE);
  }
}
