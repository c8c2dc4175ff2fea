import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { MAX_CODE_ATTEMPTS, CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';

export const CHALLENGE_TTL_MS = 10 * MINUTE_MS;

/** Leading zero bits. 65,536 hashes take about a second on an old phone. */
export const CHALLENGE_BITS = 16;

export interface Limit {
  readonly most: number;
  readonly windowMs: number;
  /**
   * Number of counter documents. One counts exactly, in a sliding window. Several absorb bursts
   * from an address that thousands share, in a fixed window and accurate to the calls in flight.
   */
  readonly shards: number;
}

type CountedBy = 'member' | 'address' | 'origin' | 'pair' | 'site';

/** An origin is a network address, which a carrier’s NAT may share among thousands of people. */
export const LIMITS = {
  loginsOfAccount: { by: 'pair', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  // Keeps four origins, or one IPv6 /48, from exhausting `loginsFromUnknownDevices` by themselves.
  dailyLoginsOfAccount: { by: 'pair', most: 20, windowMs: DAY_MS, shards: 1 },
  // Failed logins to one account from unknown devices anywhere. Source: NIST SP 800-63B, 100 in a
  // row.
  loginsFromUnknownDevices: { by: 'address', most: 100, windowMs: DAY_MS, shards: 1 },
  // Failed logins from a device that logged in to the account before, from any origin.
  loginsOfDevice: { by: 'pair', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  // Wrong confirmation codes. Sending a new code resets the count.
  confirmsOfAddress: {
    by: 'pair',
    most: MAX_CODE_ATTEMPTS,
    windowMs: CONFIRMATION_CODE_TTL_MS,
    shards: 1,
  },
  // Emails that anyone can trigger to one address from one origin. Excess ones are dropped
  // silently.
  mailsToAddress: { by: 'pair', most: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  mailsToMailbox: { by: 'address', most: 30, windowMs: 60 * MINUTE_MS, shards: 1 },
  mailsOfOrigin: { by: 'origin', most: 1000, windowMs: 60 * MINUTE_MS, shards: 4 },
  // Emails triggered by all visitors. Never refuses, but above half of the limit each email costs a
  // challenge.
  mailsOfSite: { by: 'site', most: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  // Applies once the site has used half of its emails, so that all origins share the rest.
  mailsOfCrowdedOrigin: { by: 'origin', most: 100, windowMs: 60 * MINUTE_MS, shards: 4 },
  challengeUses: { by: 'site', most: 1, windowMs: CHALLENGE_TTL_MS, shards: 1 },
  // Password hashes, excluding known devices and members.
  hashesOfOrigin: { by: 'origin', most: 240, windowMs: MINUTE_MS, shards: 4 },
  hashesOfMember: { by: 'member', most: 20, windowMs: MINUTE_MS, shards: 1 },
  // Separate, so that a stolen session can't block its owner's reset link.
  resetHashesOfMember: { by: 'member', most: 20, windowMs: MINUTE_MS, shards: 1 },
  proofsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  setupsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  picturesOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  pictureLooksOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  uploadsOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  ticketsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  // Replies and closings.
  repliesOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  ownDocumentsOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  journalWritesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  journalPagesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  notificationsOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  learningRequestsPerMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  courseReadsPerMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  networkActsOfMember: { by: 'member', most: 300, windowMs: 60 * MINUTE_MS, shards: 1 },
  networkLooksOfMember: { by: 'member', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  liveFiguresOfMember: { by: 'member', most: 120, windowMs: 10 * MINUTE_MS, shards: 1 },
  liveLooksOfMember: { by: 'member', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  chatActsOfMember: { by: 'member', most: 600, windowMs: 60 * MINUTE_MS, shards: 1 },
  chatLooksOfMember: { by: 'member', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  questionsOfMember: { by: 'member', most: 6, windowMs: 10 * MINUTE_MS, shards: 1 },
  // Wrong passwords only.
  passwordsOfMember: { by: 'member', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  // Wrong codes only.
  factorTriesOfMember: { by: 'member', most: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  addressChangesOfMember: { by: 'member', most: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  exportsOfMember: { by: 'member', most: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  exportPagesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  transfersOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  changesOfMember: { by: 'member', most: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  // Per origin, so that the thief of a session can't keep its owner from ending it.
  logoutsOfAccount: { by: 'pair', most: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  botsOfMember: { by: 'member', most: 120, windowMs: 10 * MINUTE_MS, shards: 1 },
  publishingOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  testPushesOfMember: { by: 'member', most: 10, windowMs: 10 * MINUTE_MS, shards: 1 },
  subscriptionsOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  telegramCodesOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  telegramOfChat: { by: 'origin', most: 30, windowMs: 10 * MINUTE_MS, shards: 1 },
  readsOfOrigin: { by: 'origin', most: 3000, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Per day, so that one origin can't inflate the week's figure.
  openingsOfOrigin: { by: 'origin', most: 1000, windowMs: DAY_MS, shards: 4 },
  faultsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  postbacksOfOrigin: { by: 'origin', most: 3000, windowMs: 10 * MINUTE_MS, shards: 4 },
  problemsOfOrigin: { by: 'origin', most: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  problemsOfSite: { by: 'site', most: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  registrationsOfOrigin: { by: 'origin', most: 500, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Failed logins only.
  loginsOfOrigin: { by: 'origin', most: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  confirmsOfOrigin: { by: 'origin', most: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  forgotsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  resendsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Invalid tokens only.
  resetsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  endingsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Invalid codes only.
  transfersOfOrigin: { by: 'origin', most: 100, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Renewed subscriptions and push receipts.
  pushesOfOrigin: { by: 'origin', most: 2000, windowMs: 10 * MINUTE_MS, shards: 4 },
} as const satisfies Record<string, Limit & { readonly by: CountedBy }>;
export type LimitName = keyof typeof LIMITS;

const findLimitsBy = (by: CountedBy): LimitName[] => {
  const isName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name);
  return Object.keys(LIMITS).flatMap((name) =>
    isName(name) && LIMITS[name].by === by ? [name] : [],
  );
};

// IPv6 origins also count in these wider networks, with multiples of the limit.
const WIDER_NETWORKS = [
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const;

// The four groups of a /64, optionally after an account.
const IPV6_ORIGIN = /^(.* )?([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4})$/;

export interface Counter {
  readonly key: string;
  readonly times: number;
}

/**
 * An IPv6 origin also counts in wider networks, because one holder may have all /64s of a network.
 */
export function getCounters(name: LimitName, key: string): readonly Counter[] {
  const exactCounter = { key, times: 1 };
  const { by } = LIMITS[name];
  const [, account = '', a, b, c, d] =
    by === 'origin' || by === 'pair' ? (IPV6_ORIGIN.exec(key) ?? []) : [];
  if (d === undefined) return [exactCounter];
  const high = (Number.parseInt(d, 16) >> 8).toString(16);
  const wider = WIDER_NETWORKS.map(({ bits, times }) => ({
    key: `${account}${a}:${b}:${c}${bits === 56 ? `:${high}` : ''}/${bits}`,
    times,
  }));
  return [exactCounter, ...wider];
}

export const MEMBER_LIMITS: readonly LimitName[] = findLimitsBy('member');
export const ADDRESS_LIMITS: readonly LimitName[] = findLimitsBy('address');

/** No count outlasts this window (ms). */
export const MAX_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));

export type LimitDecision =
  | { readonly allowed: true; readonly times: readonly number[] }
  | { readonly allowed: false; readonly retryAfterMs: number };

/** Sliding window. Drops expired times. Times in epoch ms. */
export function countEvent(
  times: readonly number[],
  { most, windowMs }: Pick<Limit, 'most' | 'windowMs'>,
  now: number,
): LimitDecision {
  const recent = times.filter((at) => at > now - windowMs);
  if (recent.length < most) return { allowed: true, times: [...recent, now] };
  const oldest = recent.at(-most) ?? now;
  return { allowed: false, retryAfterMs: oldest + windowMs - now };
}

/** The fixed window for sharded counters; `endsAt` in epoch ms. */
export function getFixedWindow(
  { windowMs }: Pick<Limit, 'windowMs'>,
  now: number,
): { readonly number: number; readonly endsAt: number } {
  const number = Math.floor(now / windowMs);
  return { number, endsAt: (number + 1) * windowMs };
}

/** Jitter of ±50%, so that refused callers don't return together. @param random 0 to 1 */
export const spreadRetry = (meanMs: number, random: number): number => meanMs * (0.5 + random);

export function formatTooManyAttempts(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS));
  return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

const DOTLESS_PROVIDERS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalises an address to its mailbox: strips the plus suffix, and dots if the provider ignores
 * them. Addresses of one mailbox share its limits.
 */
export function toMailbox(email: string): string {
  const atIndex = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, atIndex), email.slice(atIndex + 1).toLowerCase()];
  const plain = name.replace(/\+.*$/, '').toLowerCase();
  return `${DOTLESS_PROVIDERS.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}
