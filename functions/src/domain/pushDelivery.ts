import {
  type Access,
  isLocked,
  pairLabel,
  PATHS,
  percentText,
  type PushPayload,
  type Signal,
  signalPath,
  type Zone,
  zonedTime,
} from '@quantalgo/contracts';

const SECOND_MS = 1000;

/** How often one device is tried within a run. */
export const SEND_ATTEMPTS = 4;

/** What the answer of a push service means; `gone` where its subscription is no more. */
export function classifyReply(status: number): 'sent' | 'gone' | 'later' | 'refused' {
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
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call that failed with this code surely did not reach the service. */
export const wasNeverSent = (code: unknown): boolean =>
  typeof code === 'string' && NEVER_CONNECTED.has(code);

/** The push services of the browsers. A subscription of any other host would have the server call where a caller likes. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /\.push\.apple\.com$/,
];

/**
 * Whether a subscription's endpoint may be called: a push service of a browser over https; on the local stack, where
 * `local` is true, one on this machine too.
 */
export function isPushEndpoint(endpoint: string, local: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (local && protocol === 'http:' && hostname === '127.0.0.1') return true;
  return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
}

/** What a notification says, and the path that a click opens. Any passer-by may read it on a locked screen. */
export type PushWords = Pick<PushPayload, 'title' | 'body' | 'to'>;

const TIERS = { guest: 'Guest', starter: 'Starter', essential: 'Essential' } as const;

export const signalWords = (
  {
    id,
    pair,
    direction,
    confidence,
    expiresAt,
  }: Pick<Signal, 'id' | 'pair' | 'direction' | 'confidence' | 'expiresAt'>,
  zone: Zone,
): PushWords => ({
  title: `${pairLabel(pair)} ${direction}`,
  body: `Enter at ${zonedTime(expiresAt, zone)}. Confidence ${percentText(confidence.value)}.`,
  to: signalPath(id),
});

/** @param access what it is now, whatever changed in between */
export const accessWords = (access: Access): PushWords =>
  isLocked(access)
    ? {
        title: 'Your access has changed',
        body: 'Your dashboard is locked. Open the app to see why.',
        to: PATHS.dashboard,
      }
    : {
        title: 'Your dashboard is unlocked',
        body: `You are a member of the ${TIERS[access.tier]} tier.`,
        to: PATHS.dashboard,
      };

export const TICKET_WORDS: PushWords = {
  title: 'Support has answered',
  body: 'Your ticket has an answer.',
  to: PATHS.support,
};

export const TEST_WORDS: PushWords = {
  title: 'Notifications reach this device',
  body: 'This is the test that you asked for.',
  to: `${PATHS.settings}#push`,
};
