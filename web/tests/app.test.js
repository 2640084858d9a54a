// The board of MCP Apps, in a host as small as can be: an agent makes a game over MCP, and a person takes the free side and plays by clicks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { World } from './support/world.js';

/** A client of MCP over standard input and output. */
class Agent {
  program = spawn(process.env.CROWNHEAD ?? 'crownhead', ['mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  /** @type {Map<number, { settle: (result: any) => void, fail: (error: Error) => void }>} */
  waiting = new Map();
  id = 0;

  constructor() {
    createInterface({ input: this.program.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      if (error) this.waiting.get(id)?.fail(new Error(error.message));
      else this.waiting.get(id)?.settle(result);
    });
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  ask(method, params = {}) {
    const id = ++this.id;
    this.say({ id, method, params });
    return new Promise((settle, fail) => this.waiting.set(id, { settle, fail }));
  }

  /** @param {object} message */
  say(message) {
    this.program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async begin() {
    const clientInfo = { name: 'host', version: '1' };
    const { capabilities } = await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.say({ method: 'notifications/initialized' });
    return capabilities;
  }

  /** @param {string} name @param {object} args */
  call(name, args) {
    return this.ask('tools/call', { name, arguments: args });
  }
}

const agent = new Agent();
const world = new World();
/** @type {import('playwright-core').Page} */
let page;

before(async () => {
  await world.launch();
  page = await world.browser.newPage();
});
after(async () => {
  await world.browser?.close();
  agent.program.kill();
});

/**
 * The page of a host: it shows a view in a sandbox, and passes its calls on.
 * @param {string} html
 */
async function show(html) {
  await page.exposeFunction('ask', agent.ask.bind(agent));
  await page.setContent('<iframe sandbox="allow-scripts" style="width: 480px; height: 600px"></iframe>');
  await page.evaluate((html) => {
    const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
    const host = /** @type {any} */ (window);
    const send = (/** @type {object} */ message) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
    host.heard = [];
    host.tell = (/** @type {object} */ result) => send({ method: 'ui/notifications/tool-result', params: result });
    /** @type {Promise<void>} */
    const ready = new Promise((begun) => {
      addEventListener('message', async ({ source, data: { id, method, params } }) => {
        if (source !== frame.contentWindow) return;
        host.heard.push(method);
        if (method === 'ui/initialize') {
          send({ id, result: { protocolVersion: params.protocolVersion, hostInfo: { name: 'host', version: '1' }, hostCapabilities: {}, hostContext: {} } });
        } else if (method === 'tools/call') {
          try {
            send({ id, result: await host.ask(method, params) });
          } catch (error) {
            send({ id, error: { code: -32000, message: String(error) } });
          }
        } else if (method === 'ui/notifications/initialized') begun();
        else if (id !== undefined) send({ id, result: {} });
      });
    });
    frame.srcdoc = html;
    return ready;
  }, html);
  return page.frameLocator('iframe');
}

test('a person and an agent play in one chat', async () => {
  const capabilities = await agent.begin();
  assert.ok(capabilities.resources);
  const { tools } = await agent.ask('tools/list');
  const uri = tools.find((/** @type {any} */ tool) => tool.name === 'play_move')._meta.ui.resourceUri;
  assert.match(uri, /^ui:/);
  const { resources } = await agent.ask('resources/list');
  assert.deepEqual(resources.map((/** @type {any} */ resource) => [resource.uri, resource.mimeType]), [[uri, 'text/html;profile=mcp-app']]);
  await assert.rejects(agent.ask('resources/read', { uri: 'ui://crownhead/other' }), /the only one is ui:\/\/crownhead\/board/);
  const { contents } = await agent.ask('resources/read', { uri });
  const view = await show(contents[0].text);

  const made = await agent.call('new_game', { color: 'white', name: 'Robot' });
  const { game_id, seat_token } = made.structuredContent;
  await page.evaluate((result) => /** @type {any} */ (window).tell(result), made);
  await view.getByText('A side is free.').waitFor();
  await view.getByRole('button', { name: 'Play the free side' }).click();
  await view.getByText('Your turn.').waitFor();

  // The person's first move, by clicks; another square first changes nothing.
  await view.locator('[data-square="18"]').click();
  await view.locator('[data-square="11"]').click();
  await view.locator('[data-square="15"]').click();
  await view.getByText('White to move.').waitFor();
  const replied = await agent.call('play_move', { game_id, seat_token, ply: 1, move: '22-18', wait_seconds: 0 });
  assert.equal(replied.isError ?? false, false, JSON.stringify(replied));
  await view.getByText('Your turn: you must jump.').waitFor();
  await view.locator('[data-square="15"]').click();
  assert.equal(await view.locator('.to').getAttribute('data-square'), '22');
  await view.locator('[data-square="22"]').click();
  await view.getByText('White to move.').waitFor();
  const { structuredContent } = await agent.call('get_state', { game_id, seat_token });
  assert.deepEqual(structuredContent.moves, ['11-15', '22-18', '15x22']);
  await agent.call('resign', { game_id, seat_token });
  await view.getByText('The game is over').waitFor();
  const heard = await page.evaluate(() => /** @type {any} */ (window).heard);
  assert.ok(heard.includes('ui/update-model-context') && heard.includes('ui/notifications/size-changed'), heard.join());
});
