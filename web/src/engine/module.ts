// A WebAssembly module that answers JSON with JSON: `crates/browser` has the other side.

interface Face {
  memory: WebAssembly.Memory;
  /** Makes room for a request and says where. */
  request(length: number): number;
  /** Answers the request and says where the answer lies. */
  answer(): number;
  answer_len(): number;
}

/** Why a request has no answer: a code for the page, a message for a log. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** More about it: a code of its own, and what belongs to that. */
    readonly why?: unknown,
  ) {
    super(message);
  }
}

/** The module has failed. It cannot be asked again; a new one can. */
export class Crashed extends Error {}

export class Module {
  private why = '';
  private face: Face | null = null;

  private constructor() {}

  /** Fetches a module and makes it ready. */
  static async load(url: string): Promise<Module> {
    const module = new Module();
    const host = {
      now: () => performance.now(),
      panicked: (at: number, length: number) => void (module.why = module.text(at, length)),
    };
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), { host });
    module.face = instance.exports as unknown as Face;
    return module;
  }

  /** The answer to a request. Throws `Refused` when there is none, and `Crashed` when there never will be one. */
  ask<Answer>(request: object): Answer {
    const { face } = this;
    if (!face) throw new Crashed(this.why);
    let answer: string;
    try {
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      const at = face.request(bytes.length);
      // Memory that grows is another buffer, so it is looked up each time.
      new Uint8Array(face.memory.buffer).set(bytes, at);
      const place = face.answer();
      answer = this.text(place, face.answer_len());
    } catch (error) {
      this.face = null;
      this.why ||= String(error);
      throw new Crashed(this.why, { cause: error });
    }
    const told = JSON.parse(answer);
    if (told.type === 'error') throw new Refused(told.error.code, told.error.message, told.error.with);
    return told;
  }

  private text(at: number, length: number): string {
    return this.face ? new TextDecoder().decode(new Uint8Array(this.face.memory.buffer, at, length)) : '';
  }
}
