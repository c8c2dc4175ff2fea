import type { ScheduleName } from '@quantalgo/contracts/core/time';
import type { ArchivePart } from '@quantalgo/contracts/privacy/archive';
import { INSPECTION_OVERDUE_MS } from '@quantalgo/contracts/submissions/submission';
import type * as z from 'zod/mini';
import { INSPECTION_RETRY_MS } from '../domain/submissions/inspection';
import { formatRetention } from '../retention';

/**
 * How a member's documents are found. `id`, `uid`, `address…`: document id or field. `trader`:
 * trader IDs of submissions. `digest`: ids are digests of uid or address, or their prefixes.
 */
export type Owner = 'id' | 'uid' | 'address' | 'address field' | 'recipient' | 'trader' | 'digest';

/**
 * `first`: in the transaction that starts the erasure. `after proofs`: written while proofs exist.
 * `last`: marks a running erasure. `pseudonymise`: replaces the member in these fields and the
 * text.
 */
export type Erasure =
  | 'first'
  | 'delete'
  | 'after proofs'
  | 'last'
  | { readonly pseudonymise: { readonly fields: readonly string[]; readonly text: string } };

export type Exporting =
  | { readonly as: ArchivePart }
  | { readonly remembered: string }
  | { readonly notExported: string };

export type Readers =
  | 'nobody'
  | 'staff'
  | 'owner'
  | 'own session'
  | 'owner and staff'
  | 'unlocked'
  | 'essential'
  | 'by audience';

/** Each has a policy in `alerts/`. */
export type OverdueAlarm = 'mail-late' | 'push-late' | 'deletion-late' | 'waiting-overdue';

export interface EventWait {
  readonly what: string;
  /** Field and value of pending documents. Absent if `since` alone marks them. */
  readonly where?: readonly [field: string, value: string | null];
  readonly since: string;
  /** Other states and fields with the same meaning. */
  readonly states?: readonly string[];
  readonly fields?: readonly string[];
  readonly sweep: ScheduleName;
  /** The sweep retries this long after `since`. 0 means its next run. */
  readonly retryAfterMs: number;
  /** How long after `since` staff see it, or how they find out otherwise. */
  readonly staff: { readonly afterMs: number; readonly alarm: OverdueAlarm } | string;
}

export interface PersonWait {
  readonly what: string;
  readonly for: 'staff' | 'member' | 'reader';
  readonly states?: readonly string[];
  readonly fields?: readonly string[];
  /** Where the person sees it, or what happens if they don't act. */
  readonly shown: string;
}

export type Wait = EventWait | PersonWait;

/**
 * How ending all sessions revokes documents that give access. `deleted by uid` uses the field
 * `uid`, `deleted by id` the document id.
 */
export type Revocation =
  | 'sessions ended'
  | 'devices forgotten'
  | 'devices removed'
  | 'chat unlinked'
  | 'deleted by uid'
  | 'deleted by id';

interface Declaration {
  /** Pattern of the document ids; names without braces are literal. */
  readonly id: string;
  readonly holds: string;
  readonly schema: z.ZodMiniType;
  /**
   * True if the data checks must refuse unknown fields, because one could be a plaintext secret.
   */
  readonly strict?: true;
  readonly kept: string;
  /** The period in `kept`, for the code that writes `expireAt` or deletes the documents. */
  readonly retentionMs?: number;
  readonly waiting: 'none' | readonly Wait[];
  /** Firestore deletes documents after their `expireAt`. */
  readonly expires?: true;
  /**
   * Each query lists its equality fields (list fields with `[]`), then the order. A query by `uid`
   * is implied.
   */
  readonly queries?: readonly string[];
  readonly unindexed?: readonly string[];
  readonly readers?: Exclude<Readers, 'nobody'>;
  /** Readers see only documents whose `open` is true. */
  readonly moderated?: true;
  readonly served?: string;
  readonly writers: string;
}

interface MemberCollection extends Declaration {
  readonly member: {
    readonly by: Owner;
    readonly erase: Erasure;
    readonly export: Exporting;
  };
  /**
   * How logging out everywhere revokes its documents, if they give access to the account and
   * outlast their session.
   */
  readonly wayIn: Revocation | 'none';
}

/** Erasure and export skip it, because its documents belong to no member. */
interface MemberlessCollection extends Declaration {
  readonly member: null;
  readonly wayIn?: never;
}

export type Collection = MemberCollection | MemberlessCollection;

export type Collections = Readonly<Record<string, Collection>>;

export const MEMBERLESS = { member: null } as const;
export const STAFF_BY_API = 'staff via the API';
export const API = { writers: 'api' } as const;

export const ownedByMember = <const E extends Exporting>(exporting: E, erase: Erasure = 'delete') =>
  ({ member: { by: 'uid', erase, export: exporting } }) as const;

export const retainedText = (text: string) => ({ remembered: text }) as const;

export const notExported = (reason: string) => ({ notExported: reason }) as const;

type RetentionText = (period: string) => string;

/** For documents that a job deletes. */
export const keptFor = (retentionMs: number, text: RetentionText = String) =>
  ({ retentionMs, kept: text(formatRetention(retentionMs)) }) as const;

/** For documents that Firestore deletes by `expireAt`. */
export const expiresAfter = (retentionMs: number, text?: RetentionText) =>
  ({ ...keptFor(retentionMs, text), expires: true }) as const;

export const memberCode = (by: 'id' | 'address', text: string) =>
  ({
    member: { by, erase: 'delete', export: retainedText(text) },
    kept: 'until it expires',
    expires: true,
    strict: true,
    writers: 'api',
  }) as const;

export const NEWEST_OF_MEMBER = 'uid, createdAt desc';
export const OLDEST_BY_STATE = 'state, createdAt asc';

export const BY_FAILED_RUN = 'if the run fails: alert `schedule-failures`';

/** Shown on the System page after this time (ms), with an alarm. */
export const seenAfter = (afterMs: number, alarm: OverdueAlarm = 'waiting-overdue') => ({
  afterMs,
  alarm,
});

export const inspectionWait = (noun: string): EventWait => ({
  what: `Inspection of ${noun}`,
  where: ['state', 'checking'],
  since: 'createdAt',
  sweep: 'resumeInspections',
  retryAfterMs: INSPECTION_RETRY_MS,
  staff: seenAfter(INSPECTION_OVERDUE_MS),
});

/** For queued documents, which the sweep takes once they are due. */
export const dueIn = (
  what: string,
  sweep: ScheduleName,
  staff: EventWait['staff'],
  states: readonly string[] = ['waiting', 'sending'],
): EventWait => ({ what, since: 'dueAt', states, sweep, retryAfterMs: 0, staff });

export const waitsForStaff = (what: string, states: readonly string[], shown: string) =>
  ({ what, for: 'staff', states, shown }) as const;

// A minute after a count began without finishing, the next reader counts again.
export const COUNTED_BY_READERS: PersonWait = {
  what: 'Recount of live figures',
  for: 'reader',
  fields: ['claimedAt'],
  shown: 'recounted on the first read after a minute',
};
