const SECOND_MS = 1000;

/** How often one device is tried within a run. */
export const SEND_ATTEMPTS = 4;

/** What the answer of a push service means; `gone` where its subscription is no more. */
export function meaningOf(status: number): 'sent' | 'gone' | 'later' | 'refused' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** How long (ms) the service asks to be left alone, in seconds of `Retry-After`; null where it does not say. */
export function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND_MS : null;
}

/** How long (ms) to wait after the nth failed try: a second, two, four, or longer where the service asks for it. */
export const waitAfter = (attempt: number, askedMs: number | null): number =>
  Math.max(SECOND_MS * 2 ** (attempt - 1), askedMs ?? 0);

/** Connections that were never made: nothing went out, so the same may go out again. */
const NEVER_MADE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call that failed with this code surely did not reach the service. */
export const neverLeft = (code: unknown): boolean =>
  typeof code === 'string' && NEVER_MADE.has(code);
