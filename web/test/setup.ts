import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What a page keeps would be the next test's, and its second try's, too. */
function clearStorage() {
  if (typeof localStorage !== 'undefined') localStorage.clear();
  if (typeof sessionStorage !== 'undefined') sessionStorage.clear();
}

/** Files share a worker, which is fast; each still begins with modules, databases, storage and a document of its own. */
vi.resetModules();
globalThis.indexedDB = new IDBFactory();
// Dexie outlives a file, and remembers the databases of the first one.
Dexie.dependencies.indexedDB = globalThis.indexedDB;
clearStorage();
if (typeof document !== 'undefined') document.body.replaceChildren();

const complaint = vi.spyOn(console, 'error');

beforeEach(() => {
  complaint.mockReset();
  complaint.mockImplementation(() => undefined);
});

/** Whatever the app complains about is a failure, unless the test expected it and cleared the spy. */
afterEach(() => {
  clearStorage();
  expect(complaint.mock.calls, 'console.error was called').toEqual([]);
});
