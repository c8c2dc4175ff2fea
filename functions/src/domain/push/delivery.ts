const SECOND_MS = 1000;

export const MAX_SEND_ATTEMPTS = 4;

/** Shorter than a run's lease. All retries of a message end before the functions' timeout. */
export const MAX_RETRY_WAIT_MS = 50_000;

/** `gone`: the subscription no longer exists. */
export function classifyReply(status: number): 'sent' | 'gone' | 'later' | 'refused' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

export function parseRetryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND_MS : null;
}

/**
 * Backoff (ms) after the nth failed attempt: 1 s, 2 s, 4 s, or longer if the service requests it.
 */
export const getPushRetryDelay = (attempt: number, requestedMs: number | null): number =>
  Math.max(SECOND_MS * 2 ** (attempt - 1), requestedMs ?? 0);

// No connection was made, so nothing was sent and a retry can't deliver twice.
const CONNECT_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export const wasNeverSent = (code: unknown): boolean =>
  typeof code === 'string' && CONNECT_ERRORS.has(code);

// Accepting other hosts would let a caller make the server send requests anywhere.
const PUSH_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /\.push\.apple\.com$/,
];

/** Accepts browsers' push services over https and, on the local stack, one on this machine. */
export function isPushEndpoint(endpoint: string, isLocalStack: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (isLocalStack && protocol === 'http:' && hostname === '127.0.0.1') return true;
  return protocol === 'https:' && port === '' && PUSH_HOSTS.some((host) => host.test(hostname));
}

/** Upper bound of all keys with this prefix, because keys are hexadecimal. */
export const getPrefixEnd = (prefix: string): string => `${prefix}g`;

/** `to` is exclusive. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export const ALL_KEYS: KeyRange = { from: '', to: getPrefixEnd('') };

export const isShard = ({ from, to }: { readonly from: unknown; readonly to: unknown }): boolean =>
  from !== ALL_KEYS.from || to !== ALL_KEYS.to;

const TASK_START_TIMEOUT_MS = 30_000;

export const isTaskLate = (
  {
    attempts,
    createdAt,
    ...range
  }: KeyRange & {
    readonly attempts: number;
    readonly createdAt: number;
  },
  now: number,
): boolean => isShard(range) && attempts === 0 && now - createdAt >= TASK_START_TIMEOUT_MS;

// A run finishes within three seconds if the push service takes 100 ms per device.
const DEVICES_PER_SHARD = 1000;

export const countShards = (devices: number): number =>
  Math.max(1, Math.ceil(devices / DEVICES_PER_SHARD));

const KEY_SPACE = 2 ** 32;

/** Ranges of equal width hold about as many devices each, because keys are digests. */
export function splitKeyRange(shards: number): KeyRange[] {
  const formatBound = (index: number) => {
    const bound = Math.floor((index * KEY_SPACE) / shards);
    return bound.toString(16).padStart(8, '0');
  };
  return Array.from({ length: shards }, (_, index) => ({
    from: index === 0 ? ALL_KEYS.from : formatBound(index),
    to: index === shards - 1 ? ALL_KEYS.to : formatBound(index + 1),
  }));
}
