const SECOND_MS = 1000;

/** Attempts to send to one device within a run. */
export const SEND_ATTEMPTS = 4;

/** Interprets the status of a push service's reply; `gone` where the subscription no longer exists. */
export function classifyReply(status: number): 'sent' | 'gone' | 'later' | 'refused' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** The wait (ms) that the service asks for in `Retry-After` (seconds); null where it states none. */
export function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND_MS : null;
}

/** How long (ms) to wait after the nth failed attempt: 1 s, 2 s, 4 s, or longer where the service asks for it. */
export const waitAfter = (attempt: number, askedMs: number | null): number =>
  Math.max(SECOND_MS * 2 ** (attempt - 1), askedMs ?? 0);

/** Errors before a connection was made: nothing was sent, so a retry can't deliver twice. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a request that failed with this code certainly didn't reach the service. */
export const wasNeverSent = (code: unknown): boolean =>
  typeof code === 'string' && NEVER_CONNECTED.has(code);

/** The browsers' push services. Accepting other hosts would let a caller make the server send requests anywhere. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /\.push\.apple\.com$/,
];

/**
 * Whether the server may send to a subscription's endpoint: a browser's push service over https; on the local stack
 * (`local`), also one on this machine.
 */
export function isPushEndpoint(endpoint: string, local: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (local && protocol === 'http:' && hostname === '127.0.0.1') return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}

/** An upper bound of all keys with this prefix: members' keys are hexadecimal. */
export const endOf = (prefix: string): string => `${prefix}g`;

/** A range of members' keys, from `from` up to but excluding `to`. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** The range of all keys. */
export const ALL_KEYS: KeyRange = { from: '', to: endOf('') };

/** Whether a range is a part of all keys. */
export const isShard = ({ from, to }: { readonly from: unknown; readonly to: unknown }): boolean =>
  from !== ALL_KEYS.from || to !== ALL_KEYS.to;

/** How long (ms) after it was written a shard has been begun by its task. */
const TASK_LATE_MS = 30_000;

/** Whether a shard that nobody has begun should have been by its task. */
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
): boolean => isShard(range) && attempts === 0 && now - createdAt >= TASK_LATE_MS;

/** Devices per run: with a push service that takes 100 ms for each, a run finishes within three seconds. */
const SHARD_DEVICES = 1000;

/** The number of shards for this many devices. */
export const shardsFor = (devices: number): number =>
  Math.max(1, Math.ceil(devices / SHARD_DEVICES));

const BOUNDS = 2 ** 32;

/** All keys, in this many ranges of equal width: keys are digests, so each range has about as many devices. */
export function shardRanges(shards: number): KeyRange[] {
  const boundAt = (index: number) => {
    const bound = Math.floor((index * BOUNDS) / shards);
    return bound.toString(16).padStart(8, '0');
  };
  return Array.from({ length: shards }, (_, index) => ({
    from: index === 0 ? ALL_KEYS.from : boundAt(index),
    to: index === shards - 1 ? ALL_KEYS.to : boundAt(index + 1),
  }));
}
