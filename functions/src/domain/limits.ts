import { CODE_TRIES, CONFIRMATION_CODE_MS } from '@quantalgo/contracts';

const MINUTE_MS = 60_000;

/** How often something may happen. */
export interface Limit {
  readonly most: number;
  /** In any stretch of time this long (ms). */
  readonly windowMs: number;
  /**
   * Documents that its counter is spread over. One counts exactly, in a sliding window; several stand the many calls of
   * an address that thousands share, counted to within what is in flight.
   */
  readonly shards: number;
}

/** What a limit is counted for: a member's uid, an address, known or not, where calls come from, both, or all of them. */
type CountedBy = 'member' | 'address' | 'origin' | 'pair' | 'site';

/** Every limit of the API. An origin is a network address, which whole towns may share at their carrier. */
export const LIMITS = {
  /** Failed logins of one account, known or not, from one origin. Successes are free. */
  loginsOfAccount: { by: 'pair', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  /** Failed logins of one account from a device that signed in to it before, whatever its origin. */
  loginsOfDevice: { by: 'pair', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  /** Wrong confirmation codes of one address from one origin, until a new code is asked for there. */
  confirmsOfAddress: { by: 'pair', most: CODE_TRIES, windowMs: CONFIRMATION_CODE_MS, shards: 1 },
  /** Mails that anybody can cause to one address from one origin: what is more is not sent. */
  mailsToAddress: { by: 'pair', most: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** The same to one mailbox from anywhere, from one origin to anybody, and of the whole site. */
  mailsToMailbox: { by: 'address', most: 30, windowMs: 60 * MINUTE_MS, shards: 1 },
  mailsOfOrigin: { by: 'origin', most: 200, windowMs: 60 * MINUTE_MS, shards: 4 },
  mailsOfSite: { by: 'site', most: 5000, windowMs: 60 * MINUTE_MS, shards: 8 },
  /** Proofs that one member submits. */
  proofsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Account setups that one member submits. */
  setupsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Files that one member asks to bring. */
  uploadsOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Tickets that one member opens, and messages that they add. */
  ticketsOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  repliesOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Wrong current passwords of one member who is signed in. Right ones are free. */
  passwordsOfMember: { by: 'member', most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
  /** Wrong codes of a second factor of one of staff. Right ones are free. */
  factorTriesOfMember: { by: 'member', most: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Changes of address that one member asks for. */
  addressChangesOfMember: { by: 'member', most: 5, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Downloads of one member's data, and pages of signals in them. */
  exportsOfMember: { by: 'member', most: 10, windowMs: 60 * MINUTE_MS, shards: 1 },
  exportPagesOfMember: { by: 'member', most: 600, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Transfer codes that one member asks for. */
  transfersOfMember: { by: 'member', most: 20, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Changes of settings and of sessions that one member makes. */
  changesOfMember: { by: 'member', most: 60, windowMs: 10 * MINUTE_MS, shards: 1 },
  /** Notifications that one member asks for, and subscriptions that they make. */
  testPushesOfMember: { by: 'member', most: 10, windowMs: 10 * MINUTE_MS, shards: 1 },
  subscriptionsOfMember: { by: 'member', most: 60, windowMs: 60 * MINUTE_MS, shards: 1 },
  /** Reads of what is public, but for what the CDN answers everybody with. */
  readsOfOrigin: { by: 'origin', most: 3000, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Faults of the app that devices report. */
  faultsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 1 },
  registrationsOfOrigin: { by: 'origin', most: 500, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Failed logins. */
  loginsOfOrigin: { by: 'origin', most: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  confirmsOfOrigin: { by: 'origin', most: 1000, windowMs: 10 * MINUTE_MS, shards: 4 },
  forgotsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Reset tokens that open nothing, verified or used. */
  resetsOfOrigin: { by: 'origin', most: 300, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Transfer codes that open nothing. */
  transfersOfOrigin: { by: 'origin', most: 100, windowMs: 10 * MINUTE_MS, shards: 4 },
  /** Subscriptions that browsers made anew, and receipts of pushes. */
  pushesOfOrigin: { by: 'origin', most: 2000, windowMs: 10 * MINUTE_MS, shards: 4 },
} as const satisfies Record<string, Limit & { readonly by: CountedBy }>;
export type LimitName = keyof typeof LIMITS;

const limitsBy = (by: CountedBy): LimitName[] => {
  const isName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name);
  return Object.keys(LIMITS).flatMap((name) =>
    isName(name) && LIMITS[name].by === by ? [name] : [],
  );
};

/** The limits counted for a member's uid, and those counted for their address: what goes when the member goes. */
export const LIMITS_OF_MEMBER: readonly LimitName[] = limitsBy('member');
export const LIMITS_OF_ADDRESS: readonly LimitName[] = limitsBy('address');

/** What became of one more event. `retryAfterMs` is how long it takes until there is room again. */
export type Verdict =
  | { readonly allowed: true; readonly times: readonly number[] }
  | { readonly allowed: false; readonly retryAfterMs: number };

/**
 * Counts an event at `now` in a sliding window.
 * @param times when the earlier ones happened, epoch ms in their order; older ones than the window are dropped here
 */
export function countIn(
  times: readonly number[],
  { most, windowMs }: Pick<Limit, 'most' | 'windowMs'>,
  now: number,
): Verdict {
  const recent = times.filter((at) => at > now - windowMs);
  if (recent.length < most) return { allowed: true, times: [...recent, now] };
  const oldest = recent.at(-most) ?? now;
  return { allowed: false, retryAfterMs: oldest + windowMs - now };
}

/** The fixed window that `now` lies in, for counters that are spread: its number, and when it ends (epoch ms). */
export function windowAt(
  { windowMs }: Pick<Limit, 'windowMs'>,
  now: number,
): { readonly number: number; readonly endsAt: number } {
  const number = Math.floor(now / windowMs);
  return { number, endsAt: (number + 1) * windowMs };
}

/** The sentence of a refusal, with the wait in whole minutes. */
export function tooManyAttempts(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / MINUTE_MS));
  return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

/** Where dots in the name of a mailbox mean nothing. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address reaches, in one spelling: without what follows a plus, and without dots where the provider
 * ignores them. Two addresses of one mailbox share its limits; they stay two addresses everywhere else.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()];
  const plain = name.replace(/\+.*$/, '').toLowerCase();
  return `${DOTLESS.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}
