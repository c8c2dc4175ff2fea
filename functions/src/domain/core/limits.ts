import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { CODE_TRIES, CONFIRMATION_CODE_MS } from '@quantalgo/contracts/core/validation';

/** How long (ms) a challenge can be answered. */
export const CHALLENGE_TTL_MS = 10 * MINUTE_MS;

/** Zero bits of a challenge by default: 65,536 hashes, about a second on an old phone. */
export const CHALLENGE_BITS = 16;

/** How often something may happen. */
export interface Limit {
  readonly most: number;
  /** Length of the window that `most` applies to, in ms. */
  readonly windowMs: number;
  /**
   * Documents that its counter is spread over. One counts exactly, in a sliding window; several, in a fixed window,
   * withstand the many calls from an address that thousands share, accurate to within the calls in flight.
   */
  readonly shards: number;
}

/** What a limit is counted for: a member's uid, an address (known or not), an origin, a pair of these, or the site. */
type CountedBy = 'member' | 'address' | 'origin' | 'pair' | 'site';

/** Every limit of the API. An origin is a network address, which a carrier may share among a whole town. */
export const LIMITS = {
  /** Failed logins to one account, registered or not, from one origin. Successes don't count. */
  loginsOfAccount: { by: 'pair', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  /** The same in a day: neither four addresses nor one /48 reach the account's own ceiling alone. */
  dailyLoginsOfAccount: { by: 'pair', most: 20, windowMs: DAY_MS, shards: 1 },
  /** Failed logins to one account from unknown devices of all origins. Source: NIST SP 800-63B, 100 in a row. */
  loginsOfStrangers: { by: 'address', most: 100, windowMs: DAY_MS, shards: 1 },
  /** Failed logins to one account from a device that signed in to it before, whatever its origin. */
  loginsOfDevice: { by: 'pair', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  /** Wrong confirmation codes for one address from one origin; a new code mailed from there resets the count. */
  confirmsOfAddress: { by: 'pair', most: CODE_TRIES, windowMs: CONFIRMATION_CODE_MS, shards: 1 },
  /** Mails that anybody can trigger to one address from one origin: further ones are neither sent nor stored. */
  mailsToAddress: { by: 'pair', most: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** The same to one mailbox, from all origins. */
  mailsToMailbox: { by: 'address', most: 30, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Mails triggered by one origin, to all addresses: further requests are refused. */
  mailsOfOrigin: { by: 'origin', most: 1000, windowMs: 60 * MINUTE_MS, shards: 4 },
  /** Mails triggered by all visitors. It refuses nobody: from its half on, each costs a challenge. */
  mailsOfSite: { by: 'site', most: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  /** Mails triggered by one origin from the half of the site's on: the rest is for everybody else. */
  mailsOfCrowdedOrigin: { by: 'origin', most: 100, windowMs: 60 * MINUTE_MS, shards: 4 },
  /** Uses of one solved challenge. */
  challengeUses: { by: 'site', most: 1, windowMs: CHALLENGE_TTL_MS, shards: 1 },
  /** Calls of one origin that hash a password, but for those of devices and members that are known. */
  hashesOfOrigin: { by: 'origin', most: 240, windowMs: MINUTE_MS, shards: 4 },
  /** The same of one member, by known devices or sessions. */
  hashesOfMember: { by: 'member', most: 20, windowMs: MINUTE_MS, shards: 1 },
  /** Proofs that one member submits. */
  proofsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Account setups that one member submits. */
  setupsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Pictures that one member submits, those of an offline week among them, and pictures that they look at. */
  picturesOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  pictureLooksOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Uploads that one member requests. */
  uploadsOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Tickets that one member opens, and messages that they add. */
  ticketsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  repliesOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Calls by which one member writes their journal, an import's among them, and pages of it that they read. */
  journalWritesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  journalPagesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Changes of what one member learned, those of an offline week among them, and looks at it. */
  learningOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Looks of one member at the courses, which come with one at what they learned. */
  courseLooksOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** What one member does in the Trader's Network, and how often they look into it. */
  networkActsOfMember: { by: 'member', most: 300, windowMs: 60 * MINUTE_MS, shards: 1 },
  networkLooksOfMember: { by: 'member', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Looks of one member, with all their devices, at the live figures. */
  liveFiguresOfMember: { by: 'member', most: 120, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** How often one member looks at the live sessions or their calendar. */
  liveLooksOfMember: { by: 'member', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** What one member does in the Essential Room's chat, and how often they look into it or page back. */
  chatActsOfMember: { by: 'member', most: 600, windowMs: 60 * MINUTE_MS, shards: 1 },
  chatLooksOfMember: { by: 'member', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Questions that one member asks in live sessions, or deletes. */
  questionsOfMember: { by: 'member', most: 6, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Wrong current passwords of one member who is signed in. Right ones don't count. */
  passwordsOfMember: { by: 'member', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  /** Wrong second-factor codes of one staff member. Right ones don't count. */
  factorTriesOfMember: { by: 'member', most: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Changes of address that one member requests. */
  addressChangesOfMember: { by: 'member', most: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Downloads of one member's archive, and pages of signals in it. */
  exportsOfMember: { by: 'member', most: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  exportPagesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Transfer codes that one member requests. */
  transfersOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Changes to settings and sessions by one member. */
  changesOfMember: { by: 'member', most: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Changes to paper bots by one member: their pauses, too. */
  botsOfMember: { by: 'member', most: 120, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Names, publications and withdrawals by one member: each composes the leaderboard anew. */
  publishingOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Test notifications that one member requests, and subscriptions that they make. */
  testPushesOfMember: { by: 'member', most: 10, windowMs: 10 * MINUTE_MS, shards: 1 },
  subscriptionsOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Codes that one member requests to link a chat on Telegram, and what one chat asks of the bot. */
  telegramCodesOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  telegramOfChat: { by: 'origin', most: 30, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Reads of public data, except those that the CDN answers. */
  readsOfOrigin: { by: 'origin', most: 3000, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Faults in the app that devices report. */
  faultsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Problems that devices report, from one origin and from all. */
  problemsOfOrigin: { by: 'origin', most: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  problemsOfSite: { by: 'site', most: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  registrationsOfOrigin: { by: 'origin', most: 500, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Failed logins. */
  loginsOfOrigin: { by: 'origin', most: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  confirmsOfOrigin: { by: 'origin', most: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  forgotsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  resendsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Invalid reset tokens, verified or used. */
  resetsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Sessions that devices end which signed out offline. */
  endingsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Invalid transfer codes. */
  transfersOfOrigin: { by: 'origin', most: 100, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Subscriptions that browsers renewed, and receipts of pushes. */
  pushesOfOrigin: { by: 'origin', most: 2000, windowMs: 10 * MINUTE_MS, shards: 4 },
} as const satisfies Record<string, Limit & { readonly by: CountedBy }>;
export type LimitName = keyof typeof LIMITS;

const limitsBy = (by: CountedBy): LimitName[] => {
  const isName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name);
  return Object.keys(LIMITS).flatMap((name) =>
    isName(name) && LIMITS[name].by === by ? [name] : [],
  );
};

/** The wider networks that an IPv6 origin counts in too, and how many times its own ceiling they have. */
const WIDER_NETWORKS = [
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const;

/** An origin of IPv6, by itself or behind an account: the four groups of a /64. */
const IPV6_ORIGIN = /^(.* )?([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4})$/;

/** A counter that an event counts in. */
export interface Counter {
  readonly key: string;
  /** Its ceiling in multiples of the limit's. */
  readonly times: number;
}

/** All counters of an event: whoever holds an IPv6 network has all /64s in it, so those count together as well. */
export function countersOf(name: LimitName, key: string): readonly Counter[] {
  const own = { key, times: 1 };
  const { by } = LIMITS[name];
  const [, account = '', a, b, c, d] =
    by === 'origin' || by === 'pair' ? (IPV6_ORIGIN.exec(key) ?? []) : [];
  if (d === undefined) return [own];
  const high = (Number.parseInt(d, 16) >> 8).toString(16);
  const wider = WIDER_NETWORKS.map(({ bits, times }) => ({
    key: `${account}${a}:${b}:${c}${bits === 56 ? `:${high}` : ''}/${bits}`,
    times,
  }));
  return [own, ...wider];
}

/** The limits counted for a member's uid, and those for their address: erased with the member. */
export const LIMITS_OF_MEMBER: readonly LimitName[] = limitsBy('member');
export const LIMITS_OF_ADDRESS: readonly LimitName[] = limitsBy('address');

/** The longest window (ms) of any limit: no count outlasts it. */
export const MAX_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));

/** Whether one more event is allowed. `retryAfterMs` is the time until another would be. */
export type LimitDecision =
  | { readonly allowed: true; readonly times: readonly number[] }
  | { readonly allowed: false; readonly retryAfterMs: number };

/**
 * Counts an event at `now` in a sliding window.
 * @param times epoch ms of earlier events, oldest first; those older than the window are dropped here
 */
export function countIn(
  times: readonly number[],
  { most, windowMs }: Pick<Limit, 'most' | 'windowMs'>,
  now: number,
): LimitDecision {
  const recent = times.filter((at) => at > now - windowMs);
  if (recent.length < most) return { allowed: true, times: [...recent, now] };
  const oldest = recent.at(-most) ?? now;
  return { allowed: false, retryAfterMs: oldest + windowMs - now };
}

/** The fixed window that contains `now`, for sharded counters: its number and its end (epoch ms). */
export function windowAt(
  { windowMs }: Pick<Limit, 'windowMs'>,
  now: number,
): { readonly number: number; readonly endsAt: number } {
  const number = Math.floor(now / windowMs);
  return { number, endsAt: (number + 1) * windowMs };
}

/** The message of a refusal, with the wait in whole minutes. */
export function tooManyAttempts(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS));
  return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

/** Providers that ignore dots in mailbox names. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address reaches, normalised: without a plus and what follows it, and without dots where the
 * provider ignores them. Addresses of one mailbox share its limits; everywhere else they are separate addresses.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()];
  const plain = name.replace(/\+.*$/, '').toLowerCase();
  return `${DOTLESS.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}
