import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { MAX_CODE_ATTEMPTS, CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';

export const CHALLENGE_TTL_MS = 10 * MINUTE_MS;

/** Leading zero bits. 65,536 hashes take about a second on an old phone. */
export const CHALLENGE_BITS = 16;

export interface Limit {
  readonly max: number;
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
  accountLogins: { by: 'pair', max: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  // Keeps four origins, or one IPv6 /48, from exhausting `loginsFromUnknownDevices` by themselves.
  dailyAccountLogins: { by: 'pair', max: 20, windowMs: DAY_MS, shards: 1 },
  // Failed logins to one account from unknown devices anywhere. Source: NIST SP 800-63B, 100 in a
  // row.
  loginsFromUnknownDevices: { by: 'address', max: 100, windowMs: DAY_MS, shards: 1 },
  // Failed logins from a device that logged in to the account before, from any origin.
  deviceLogins: { by: 'pair', max: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  // Wrong confirmation codes. Sending a new code resets the count.
  addressConfirmations: {
    by: 'pair',
    max: MAX_CODE_ATTEMPTS,
    windowMs: CONFIRMATION_CODE_TTL_MS,
    shards: 1,
  },
  // Emails that anyone can trigger to one address from one origin. Excess ones are dropped
  // silently.
  mailsToAddress: { by: 'pair', max: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  mailsToMailbox: { by: 'address', max: 30, windowMs: 60 * MINUTE_MS, shards: 1 },
  originMails: { by: 'origin', max: 1000, windowMs: 60 * MINUTE_MS, shards: 4 },
  // Emails triggered by all visitors. Never refuses, but above half of the limit each email costs a
  // challenge.
  siteMails: { by: 'site', max: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  // Applies once the site has used half of its emails, so that all origins share the rest.
  crowdedOriginMails: { by: 'origin', max: 100, windowMs: 60 * MINUTE_MS, shards: 4 },
  challengeUses: { by: 'site', max: 1, windowMs: CHALLENGE_TTL_MS, shards: 1 },
  // Password hashes, excluding known devices and members.
  originHashes: { by: 'origin', max: 240, windowMs: MINUTE_MS, shards: 4 },
  memberHashes: { by: 'member', max: 20, windowMs: MINUTE_MS, shards: 1 },
  // Separate, so that a stolen session can't block its owner's reset link.
  memberResetHashes: { by: 'member', max: 20, windowMs: MINUTE_MS, shards: 1 },
  memberProofs: { by: 'member', max: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberSetups: { by: 'member', max: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberPictures: { by: 'member', max: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberPictureReads: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberUploads: { by: 'member', max: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberTickets: { by: 'member', max: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  // Replies and closings.
  memberReplies: { by: 'member', max: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberOwnDocuments: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberJournalWrites: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberJournalPages: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberNotifications: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberLearningRequests: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberCourseReads: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberNetworkActions: { by: 'member', max: 300, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberNetworkReads: { by: 'member', max: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberLiveFigures: { by: 'member', max: 120, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberLiveReads: { by: 'member', max: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberChatActions: { by: 'member', max: 600, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberChatReads: { by: 'member', max: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberQuestions: { by: 'member', max: 6, windowMs: 10 * MINUTE_MS, shards: 1 },
  // Wrong passwords only.
  memberPasswords: { by: 'member', max: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  // Wrong codes only.
  memberFactorTries: { by: 'member', max: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberAddressChanges: { by: 'member', max: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberExports: { by: 'member', max: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberExportPages: { by: 'member', max: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberTransfers: { by: 'member', max: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberChanges: { by: 'member', max: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  // Per origin, so that the thief of a session can't keep its owner from ending it.
  accountLogouts: { by: 'pair', max: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberBots: { by: 'member', max: 120, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberPublishing: { by: 'member', max: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberTestPushes: { by: 'member', max: 10, windowMs: 10 * MINUTE_MS, shards: 1 },
  memberSubscriptions: { by: 'member', max: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  memberTelegramCodes: { by: 'member', max: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  chatTelegram: { by: 'origin', max: 30, windowMs: 10 * MINUTE_MS, shards: 1 },
  originReads: { by: 'origin', max: 3000, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Per day, so that one origin can't inflate the week's figure.
  originSignUpVisits: { by: 'origin', max: 1000, windowMs: DAY_MS, shards: 4 },
  originFaults: { by: 'origin', max: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  originPostbacks: { by: 'origin', max: 3000, windowMs: 10 * MINUTE_MS, shards: 4 },
  originProblems: { by: 'origin', max: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  siteProblems: { by: 'site', max: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  originRegistrations: { by: 'origin', max: 500, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Failed logins only.
  originLogins: { by: 'origin', max: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  originConfirmations: { by: 'origin', max: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  originResetRequests: { by: 'origin', max: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  originResends: { by: 'origin', max: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Invalid tokens only.
  originResets: { by: 'origin', max: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  originLogoutProofs: { by: 'origin', max: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Invalid codes only.
  originTransfers: { by: 'origin', max: 100, windowMs: 10 * MINUTE_MS, shards: 4 },
  // Renewed subscriptions and push receipts.
  originPushes: { by: 'origin', max: 2000, windowMs: 10 * MINUTE_MS, shards: 4 },
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
  { max, windowMs }: Pick<Limit, 'max' | 'windowMs'>,
  now: number,
): LimitDecision {
  const recent = times.filter((at) => at > now - windowMs);
  if (recent.length < max) return { allowed: true, times: [...recent, now] };
  const oldest = recent.at(-max) ?? now;
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
