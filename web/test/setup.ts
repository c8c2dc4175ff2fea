import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Files share a worker, which is fast; each still begins with modules, databases and storage of its own. */
vi.resetModules();
globalThis.indexedDB = new IDBFactory();
if (typeof localStorage !== 'undefined') localStorage.clear();

const complaint = vi.spyOn(console, 'error');

beforeEach(() => {
  complaint.mockReset();
  complaint.mockImplementation(() => undefined);
});

/** Whatever the app complains about is a failure, unless the test expected it and cleared the spy. */
afterEach(() => {
  if (typeof localStorage !== 'undefined') localStorage.clear();
  expect(complaint.mock.calls, 'console.error was called').toEqual([]);
});
