import { type Fault, FAULT_FRAMES } from '@quantalgo/contracts/problems/endpoints';
import { buildName } from './environment';

/** Most faults that one page reports: repeated failures add no information. */
const MAX_REPORTED = 3;

/** One in this many pages reports its faults; a screen that stopped working is always reported. */
const ONE_PAGE_IN = 4;

/** Refusals, lost connections and aborted requests are normal operation, not faults. */
const EXPECTED = new Set([
  'ApiError',
  'NetworkError',
  'AbortError',
  'FirebaseError',
  'TimeoutError',
]);

/** So are these of a device that stores nothing more, and of a member who has just left; IndexedDB's, Dexie's and ours. */
const OF_STORAGE = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'StorageError',
  'OpenFailedError',
  'QuotaExceededError',
  'SignedOutError',
  'UnknownError',
  'VersionError',
]);

const isSampled = Math.random() * ONE_PAGE_IN < 1;
const reported = new Set<string>();

/** File, line and column of each stack frame in the site's own scripts. */
function framesOf(stack: string, origin: string): string[] {
  const calls = stack.matchAll(
    /(https?:\/\/[^/\s]+)\/(?:[\w-]+\/)*([\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/g,
  );
  return [...calls]
    .flatMap(([, from, file, line, column]) =>
      from === origin ? [`${file}:${line}:${column}`] : [],
    )
    .slice(0, FAULT_FRAMES);
}

/**
 * Reports a fault of the app to the server, without anything that could identify a member: neither the error's message
 * nor the page's address. Faults that occur offline are dropped.
 */
export function reportFault(error: unknown, kind: Fault['kind']): void {
  if (!(error instanceof Error) || EXPECTED.has(error.name) || !navigator.onLine) return;
  if (kind !== 'screen' && !isSampled) return;
  const frames = framesOf(error.stack ?? '', location.origin);
  const name = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error';
  const key = `${name} ${frames[0] ?? ''}`;
  if (frames.length === 0 || reported.size >= MAX_REPORTED || reported.has(key)) return;
  reported.add(key);
  const fault: Fault = { build: buildName(), kind, name, frames };
  const body = JSON.stringify(fault);
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/faults', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

/**
 * For `catch` where nothing depends on success: what a lost connection, an aborted request or the device's storage makes
 * fail is dropped, anything else is reported as a fault of the app.
 */
export function ignoreExpected(error: unknown): void {
  if (error instanceof DOMException) return;
  if (!(error instanceof Error && OF_STORAGE.has(error.name))) reportFault(error, 'promise');
}

/** Reports uncaught errors and rejections from now on. */
export function followFaults(): void {
  window.addEventListener('error', ({ error }) => reportFault(error, 'error'));
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault(reason, 'promise'));
}
