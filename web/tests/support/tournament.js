// Real tournaments, played by the program under test with stand-ins for chat models.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './server.js';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** A folder with tournaments, and those who play them. */
export class Hall {
  folder = mkdtempSync(join(tmpdir(), 'crownhead-arena-'));
  /** @type {ChildProcess[]} */
  #processes = [];

  constructor() {
    mkdirSync(join(this.folder, 'files'));
  }

  /** Stands in for chat models, and says where. @param {number} delay seconds for each answer @returns {Promise<string>} */
  models(delay) {
    const mock = spawn(program(), ['arena', 'mock', '--listen', '127.0.0.1:0', '--delay', String(delay)], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#processes.push(mock);
    return new Promise((resolve, reject) => {
      mock.stdout?.on('data', (line) => resolve(/http:\S+/.exec(String(line))?.[0] ?? ''));
      mock.once('exit', () => reject(new Error('no stand-ins')));
    });
  }

  /**
   * Plays a tournament, or goes on with it.
   * @param {string} name
   * @param {Record<string, string>} players specifications by names
   * @param {string} [settings]
   */
  play(name, players, settings = '') {
    return this.#run(name, players, settings, [], 'ignore');
  }

  /**
   * Plays a tournament that lets people and agents in. What it prints can be waited for: the first part in brackets.
   * @param {string} name
   * @param {Record<string, string>} players specifications by names
   * @param {string} [settings]
   */
  receive(name, players, settings = '') {
    const player = this.#run(name, players, settings, ['--listen', '127.0.0.1:0'], 'pipe');
    let printed = '';
    /** @param {RegExp} wanted @returns {Promise<string>} */
    const said = (wanted) =>
      new Promise((resolve, reject) => {
        player.stdout?.on('data', (text) => {
          printed += String(text);
          const found = wanted.exec(printed)?.[1];
          if (found) resolve(found);
        });
        player.once('exit', () => reject(new Error(`nothing like ${wanted} in ${printed}`)));
      });
    return { player, said };
  }

  /**
   * @param {string} name @param {Record<string, string>} players @param {string} settings
   * @param {string[]} options @param {'ignore' | 'pipe'} output
   */
  #run(name, players, settings, options, output) {
    const list = Object.entries(players).map(([name, spec]) => `[[players]]\nname = '${name}'\nspec = '${spec}'\n`);
    const file = join(this.folder, 'files', `${name}.toml`);
    writeFileSync(file, `name = 'The ${name} <i>cup</i>'\nreview-nodes = 50\n${settings}\n${list.join('')}`);
    const player = spawn(program(), ['arena', 'run', file, '--dir', join(this.folder, name), ...options], { stdio: ['ignore', output, 'ignore'] });
    this.#processes.push(player);
    return player;
  }

  async close() {
    await Promise.all(this.#processes.map(kill));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Waits until a program has come to its end by itself. @param {ChildProcess} running */
export async function ended(running) {
  if (running.exitCode === null) await new Promise((resolve) => running.once('exit', resolve));
  // 1 tells that somebody lost by a fault.
  assert([0, 1].includes(running.exitCode ?? -1), `it ended with ${running.exitCode}`);
}

/** Ends a program without a warning. @param {ChildProcess} running */
export async function kill(running) {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
}
