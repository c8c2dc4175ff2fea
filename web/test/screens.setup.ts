import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import './setup';

// Members in these tests have no tokens: authenticated calls fail as they do offline.
vi.mock('../src/data/auth/idTokens', () => import('./support/offlineAuth'));

// A busy machine may be slow. A passing query returns as soon as it matches.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** jsdom lacks `matchMedia`; no query matches. */
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({ media, matches: false }),
  configurable: true,
  writable: true,
});

/** jsdom has no modal dialogs. Like a browser's, they focus their first control and report when they close. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector<HTMLElement>('input, textarea, select, button, a[href]')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

/** jsdom neither scrolls nor makes addresses of files. */
Element.prototype.scrollIntoView = () => undefined;
URL.createObjectURL = () => 'blob:jsdom';
URL.revokeObjectURL = () => undefined;
