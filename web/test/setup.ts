import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Stored data would leak into the next test or a retry. */
function clearStorage() {
  if (typeof localStorage !== 'undefined') localStorage.clear();
  if (typeof sessionStorage !== 'undefined') sessionStorage.clear();
}

// Test files share a worker, which is fast. Reset modules, databases, storage and the document for each.
vi.resetModules();
globalThis.indexedDB = new IDBFactory();
// Dexie outlives a test file and holds on to the first file's IndexedDB.
Dexie.dependencies.indexedDB = globalThis.indexedDB;
clearStorage();
if (typeof document !== 'undefined') document.body.replaceChildren();

const consoleError = vi.spyOn(console, 'error');

beforeEach(() => {
  consoleError.mockReset();
  consoleError.mockImplementation(() => undefined);
});

/** Fails on any `console.error`, unless the test expected it and cleared the spy. */
afterEach(() => {
  clearStorage();
  expect(consoleError.mock.calls, 'console.error was called').toEqual([]);
});
