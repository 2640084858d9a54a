// The engine as it thinks about the position that is looked at.

import { address } from '../api/http';
import { Socket } from '../api/socket';
import type { AnalysisMessage, AnalysisReport, AnalysisRequest, GameState } from '../api/types';
import type { Arrow } from '../board/marks';
import { settings } from './settings.svelte';
import { lineTo } from './tree';

class Engine {
  isOn = $state(false);
  /** The newest report. It stays until the next one comes, so that nothing flickers. */
  report: AnalysisReport | null = $state.raw(null);
  /** Why there is nothing more to report. */
  note = $state('');
  queued = $state(0);

  private socket: Socket<AnalysisMessage, AnalysisRequest> | null = null;
  private question: AnalysisRequest | null = null;
  private request = 0;
  private asked = '';

  /** Is the report about this position? If not, the one about it is on its way. */
  isAbout(fen: string | undefined): boolean {
    return this.report?.fen === fen;
  }

  /** The first moves of the lines, the best one strongest. */
  arrows(fen: string | undefined): Arrow[] {
    if (!this.isOn || !this.isAbout(fen)) return [];
    const lines = this.report?.lines ?? [];
    const arrows: Arrow[] = [];
    for (const [i, line] of lines.entries()) {
      const squares = line.moves[0]?.path ?? [];
      if (squares.length > 1) arrows.push({ squares, kind: i === 0 ? 'best' : 'other' });
    }
    return arrows.reverse();
  }

  toggle = () => {
    this.isOn = !this.isOn;
    if (!this.isOn) this.stop();
  };

  /** Thinks about a node of a game from now on. */
  follow(game: GameState, node: number) {
    const line = lineTo(game, node);
    const start = line.findLastIndex((step) => !step.move);
    const moves = line.slice(start + 1).map((step) => step.move!.text);
    const about = { fen: line[start]!.fen, moves, rules: game.rules, lines: settings.lines };
    // A comment that was saved is no reason to think anew.
    const key = JSON.stringify(about);
    if (key === this.asked) return;
    this.asked = key;
    this.ask({ type: 'start', request: ++this.request, ...about });
  }

  stop() {
    this.question = null;
    this.asked = '';
    this.socket?.close();
    this.socket = null;
    this.report = null;
    this.note = '';
  }

  private ask(question: AnalysisRequest) {
    this.question = question;
    this.note = '';
    this.queued = 0;
    if (this.socket) this.socket.send(question);
    else {
      this.socket = new Socket(address.analysis(), (message) => this.hear(message), (status) => {
        if (status === 'open' && this.question) this.socket?.send(this.question);
      });
    }
  }

  private hear(message: AnalysisMessage) {
    if (message.type === 'closing' || message.request !== this.request) return;
    if (message.type === 'report') {
      this.queued = 0;
      this.report = message;
    } else if (message.type === 'queued') this.queued = message.ahead;
    else if (message.type === 'done') this.note = message.reason;
    else if (message.type === 'error') this.note = message.error.message;
  }
}

export const engine = new Engine();
