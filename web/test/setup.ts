import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

const complaint = vi.spyOn(console, 'error');

beforeEach(() => {
  complaint.mockReset();
  complaint.mockImplementation(() => undefined);
});

/** Whatever a screen complains about is a failure, unless the test expected it and cleared the spy. */
afterEach(() => {
  cleanup();
  localStorage.clear();
  expect(complaint.mock.calls, 'console.error was called').toEqual([]);
});
