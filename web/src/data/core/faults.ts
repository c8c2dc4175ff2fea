import { type Fault, FAULT_FRAMES } from '@quantalgo/contracts';
import { buildName } from './environment';

/** Most faults that one page reports: whatever fails over and over says nothing new. */
const MOST_REPORTED = 3;

/** One page in so many reports what it comes across; a screen that stopped working is always reported. */
const ONE_PAGE_IN = 4;

/** Refusals, lost connections and what was given up are how the app works, not faults of it. */
const EXPECTED = new Set([
  'ApiError',
  'NetworkError',
  'AbortError',
  'FirebaseError',
  'TimeoutError',
]);

const isSampled = Math.random() * ONE_PAGE_IN < 1;
const reported = new Set<string>();

/** File, line and column of each call on a stack that lies in the site's own scripts. */
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
 * Tells the server of a fault of the app, without a word that could name a member: neither the error's message nor the
 * page's address. Offline nothing is kept for later.
 */
export function reportFault(error: unknown, kind: Fault['kind']): void {
  if (!(error instanceof Error) || EXPECTED.has(error.name) || !navigator.onLine) return;
  if (kind !== 'screen' && !isSampled) return;
  const frames = framesOf(error.stack ?? '', location.origin);
  const name = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error';
  const key = `${name} ${frames[0] ?? ''}`;
  if (frames.length === 0 || reported.size >= MOST_REPORTED || reported.has(key)) return;
  reported.add(key);
  const fault: Fault = { build: buildName(), kind, name, frames };
  const body = JSON.stringify(fault);
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/faults', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

/** Reports what nobody catches, from now on. */
export function followFaults(): void {
  window.addEventListener('error', ({ error }) => reportFault(error, 'error'));
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault(reason, 'promise'));
}
