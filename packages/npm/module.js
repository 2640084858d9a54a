// A WebAssembly module that answers JSON with JSON.

/** Why something was not done: `code` is for programs, `message` for people. */
export class CheckersError extends Error {
  constructor(code, message, why) {
    super(message);
    this.name = 'CheckersError';
    this.code = code;
    this.why = why;
  }
}

export const isNode = typeof process === 'object' && Boolean(process.versions?.node);

/** Reads and compiles a module of this package. */
export async function compile(name) {
  const url = new URL(`./wasm/${name}.wasm`, import.meta.url);
  if (isNode) {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  return WebAssembly.compileStreaming(fetch(url));
}

/** A module at work, with a memory of its own. */
export class Module {
  #face;
  #why = '';

  constructor(compiled) {
    const host = {
      now: () => performance.now(),
      panicked: (at, length) => void (this.#why = this.#text(at, length)),
    };
    this.#face = new WebAssembly.Instance(compiled, { host }).exports;
  }

  /** The answer to a request. Throws a `CheckersError` when there is none. */
  ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const answer = this.#answer(bytes);
    if (answer.type === 'error') throw new CheckersError(answer.error.code, answer.error.message, answer.error.with);
    return answer;
  }

  #answer(bytes) {
    if (!this.#face) throw new CheckersError('crashed', this.#why);
    try {
      const at = this.#face.request(bytes.length);
      // Memory that grows is another buffer, so it is looked up each time.
      new Uint8Array(this.#face.memory.buffer).set(bytes, at);
      const place = this.#face.answer();
      return JSON.parse(this.#text(place, this.#face.answer_len()));
    } catch (error) {
      this.#why ||= String(error);
      this.#face = null;
      throw new CheckersError('crashed', this.#why);
    }
  }

  #text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.#face.memory.buffer, at, length));
  }
}
