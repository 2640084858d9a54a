// What this browser keeps: a few drawers of records, each with an id, in IndexedDB. Where a browser has none, as in some
// private windows, they last as long as the page.

const NAME = 'crownhead';
const DRAWERS = ['games', 'studies', 'files'] as const;
type Drawer = (typeof DRAWERS)[number];

interface Kept {
  id: string;
}

const memory = new Map<Drawer, Map<string, Kept>>(DRAWERS.map((name) => [name, new Map()]));
let opening: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
  opening ??= new Promise((done) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        for (const name of DRAWERS) request.result.createObjectStore(name, { keyPath: 'id' });
      };
      request.onsuccess = () => {
        // Another tab may bring a newer version of the page.
        request.result.onversionchange = () => request.result.close();
        done(request.result);
      };
      request.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
  return opening;
}

/** Does what is asked of a drawer, and waits until it is done. */
async function use<T>(name: Drawer, mode: IDBTransactionMode, action: (drawer: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const opened = await database();
  if (!opened) return undefined;
  return new Promise((done, fail) => {
    const transaction = opened.transaction(name, mode);
    const request = action(transaction.objectStore(name));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error('nothing can be kept'));
  });
}

export const store = {
  /** Is it still there when the page is closed? */
  async isLasting(): Promise<boolean> {
    return (await database()) !== null;
  },

  async all<T extends Kept>(name: Drawer): Promise<T[]> {
    const found = await use<T[]>(name, 'readonly', (drawer) => drawer.getAll() as IDBRequest<T[]>);
    return found ?? ([...memory.get(name)!.values()] as T[]);
  },

  async get<T extends Kept>(name: Drawer, id: string): Promise<T | undefined> {
    const found = await use<T>(name, 'readonly', (drawer) => drawer.get(id) as IDBRequest<T>);
    return found ?? (memory.get(name)!.get(id) as T | undefined);
  },

  async put<T extends Kept>(name: Drawer, ...records: T[]): Promise<void> {
    if (await database()) for (const record of records) await use(name, 'readwrite', (drawer) => drawer.put(record));
    else for (const record of records) memory.get(name)!.set(record.id, record);
  },

  async remove(name: Drawer, id: string): Promise<void> {
    await use(name, 'readwrite', (drawer) => drawer.delete(id));
    memory.get(name)!.delete(id);
  },
};

/** A name that no other record has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('');
}
