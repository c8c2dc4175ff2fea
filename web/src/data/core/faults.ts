import { type Fault, MAX_FAULT_FRAMES } from '@quantalgo/contracts/problems/endpoints';
import { getBuildName } from './environment';

const MAX_REPORTS = 3;

/** One in this many pages reports its faults. A broken screen is always reported. */
const SAMPLE_RATE = 4;

const EXPECTED_ERRORS = new Set([
  'ApiError',
  'NetworkError',
  'AbortError',
  'FirebaseError',
  'TimeoutError',
]);

/**
 * Normal on a full device, or just after a logout. Names of IndexedDB's, Dexie's and our errors.
 */
const STORAGE_ERRORS = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'StorageError',
  'OpenFailedError',
  'QuotaExceededError',
  'LoggedOutError',
  'UnknownError',
  'VersionError',
]);

const isSampled = Math.random() * SAMPLE_RATE < 1;
const reportedKeys = new Set<string>();

function parseFrames(stack: string, origin: string): string[] {
  const calls = stack.matchAll(
    /(https?:\/\/[^/\s]+)\/(?:[\w-]+\/)*([\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/g,
  );
  return [...calls]
    .flatMap(([, frameOrigin, file, line, column]) =>
      frameOrigin === origin ? [`${file}:${line}:${column}`] : [],
    )
    .slice(0, MAX_FAULT_FRAMES);
}

/**
 * Reports nothing that could identify a member: neither the error's message nor the page's URL.
 * Faults that occur offline are dropped.
 */
export function reportFault(error: unknown, kind: Fault['kind']): void {
  if (!(error instanceof Error) || EXPECTED_ERRORS.has(error.name) || !navigator.onLine) return;
  if (kind !== 'screen' && !isSampled) return;
  const frames = parseFrames(error.stack ?? '', location.origin);
  const name = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error';
  const key = `${name} ${frames[0] ?? ''}`;
  if (frames.length === 0 || reportedKeys.size >= MAX_REPORTS || reportedKeys.has(key)) return;
  reportedKeys.add(key);
  const fault: Fault = { build: getBuildName(), kind, name, frames };
  const body = JSON.stringify(fault);
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/faults', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

/**
 * For `catch` when nothing depends on success. Ignores lost connections, aborted requests and
 * storage errors, and reports anything else.
 */
export function ignoreExpected(error: unknown): void {
  if (error instanceof DOMException) return;
  if (!(error instanceof Error && STORAGE_ERRORS.has(error.name))) reportFault(error, 'promise');
}

export function reportUncaughtFaults(): void {
  window.addEventListener('error', ({ error }) => reportFault(error, 'error'));
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault(reason, 'promise'));
}
