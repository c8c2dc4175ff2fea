import type { ScheduleName } from '@quantalgo/contracts/core/time';
import type { AccountData } from '@quantalgo/contracts/privacy/archive';
import { INSPECTION_OVERDUE_MS } from '@quantalgo/contracts/submissions/submission';
import type * as z from 'zod/mini';
import { INSPECTION_RETRY_MS } from '../domain/submissions/inspection';
import { KEPT_MS, lasting } from '../retention';

/**
 * How a member's documents are found in a collection: by their uid as id or in the field `uid`; by the key of their
 * address as id or in the field `address`; as the recipient of a mail; by the trader IDs of their submissions; by
 * digests of uid and address, or prefixes of those, as id.
 */
export type Owner = 'id' | 'uid' | 'address' | 'address field' | 'recipient' | 'trader' | 'digest';

/**
 * When erasing a member deletes documents: `first`, with the decision; then `delete`; `after proofs`, for those written
 * as long as a proof exists; `last`, for the mark that the deletion is under way. In an audit, a pseudonym replaces the
 * member in the named fields and the free text.
 */
export type Erasing =
  | 'first'
  | 'delete'
  | 'after proofs'
  | 'last'
  | { readonly pseudonymise: { readonly fields: readonly string[]; readonly text: string } };

/** How a collection is exported: as a part of the archive, as a line under `remembered`, or not at all, and why. */
export type Exporting =
  | { readonly as: Exclude<keyof AccountData, 'remembered' | 'files' | 'format' | 'exportedAt'> }
  | { readonly remembered: string }
  | { readonly notExported: string };

/** Who may read by firestore.rules. */
export type Readers =
  | 'nobody'
  | 'staff'
  | 'owner'
  | 'owner and staff'
  | 'unlocked'
  | 'essential'
  | 'by audience';

/** Alarms for overdue states; each has a policy in `alerts/`. */
export type OverdueAlarm = 'mail-late' | 'push-late' | 'deletion-late' | 'waiting-overdue';

/** Documents that wait for an event. A scheduled sweep tries again what is overdue. */
export interface EventWait {
  /** As staff read it: `Inspection of a proof`. */
  readonly what: string;
  /** Field and value that mark them; absent where the time in `since` does. */
  readonly where?: readonly [field: string, value: string | null];
  /** Field with the time from which they wait. */
  readonly since: string;
  /** Other states and fields that say the same. */
  readonly states?: readonly string[];
  readonly fields?: readonly string[];
  readonly sweep: ScheduleName;
  /** How long (ms) after `since` the sweep tries again; 0 for its next run. */
  readonly retryAfterMs: number;
  /** How long (ms) after `since` staff see it, or how else they learn of it. */
  readonly staff: { readonly afterMs: number; readonly alarm: OverdueAlarm } | string;
}

/** Documents that wait for a person. */
export interface PersonWait {
  readonly what: string;
  readonly for: 'staff' | 'member' | 'reader';
  readonly states?: readonly string[];
  readonly fields?: readonly string[];
  /** Where they see it, or what happens without them. */
  readonly shown: string;
}

export type Wait = EventWait | PersonWait;

export interface Collection {
  /** Pattern of the document ids; names without braces are literal. */
  readonly id: string;
  readonly holds: string;
  readonly schema: z.ZodMiniType;
  /** True where an unknown field could be a secret in clear: the invariants allow none. */
  readonly strict?: true;
  /** How the documents belong to members; null where they don't, and are neither erased nor exported. */
  readonly member: {
    readonly by: Owner;
    readonly erase: Erasing;
    readonly export: Exporting;
  } | null;
  readonly kept: string;
  readonly waiting: 'none' | readonly Wait[];
  /** True where Firestore deletes a document after its `expireAt`. */
  readonly expires?: true;
  /** Each as its equality fields, a list's field with `[]`, and the order. A query by the owner's `uid` is implied. */
  readonly queries?: readonly string[];
  /** Fields that are never indexed, besides `expireAt`. */
  readonly unindexed?: readonly string[];
  readonly readers?: Exclude<Readers, 'nobody'>;
  /** Who else can see the documents, through the API. */
  readonly served?: string;
  readonly writers: string;
}

export type Collections = Readonly<Record<string, Collection>>;

/** Documents of no member. */
export const OF_NO_MEMBER = { member: null } as const;
export const STAFF_BY_API = 'staff by the api';
export const API = { writers: 'api' } as const;

/** A collection whose documents name their member in `uid`, and how these are exported and erased. */
export const ownedByMember = <const E extends Exporting>(exporting: E, erase: Erasing = 'delete') =>
  ({ member: { by: 'uid', erase, export: exporting } }) as const;

/** A line of a member's archive that says what is kept besides. */
export const retainedText = (words: string) => ({ remembered: words }) as const;

/** Left out of a member's archive, and why. */
export const notExported = (why: string) => ({ notExported: why }) as const;

/** What Firestore deletes once it was kept as long as {@link KEPT_MS} says. */
export const expiresAfter = (name: keyof typeof KEPT_MS) =>
  ({ kept: lasting(KEPT_MS[name]), expires: true }) as const;

/** A code under the member's uid, or under the key of their address. */
export const codeOf = (by: 'id' | 'address', words: string) =>
  ({
    member: { by, erase: 'delete', export: retainedText(words) },
    kept: 'until it runs out',
    expires: true,
    strict: true,
    writers: 'api',
  }) as const;

export const NEWEST_OF_MEMBER = 'uid, createdAt desc';
export const OLDEST_BY_STATE = 'state, createdAt asc';

/** How staff learn of a sweep that fails as a whole. */
export const BY_FAILED_RUN = 'the run fails: `schedule-failures`';

/** Staff see it on the System page after this long (ms), and an alarm rings. */
export const seenAfter = (afterMs: number, alarm: OverdueAlarm = 'waiting-overdue') => ({
  afterMs,
  alarm,
});

/** A submission whose file has not been inspected. */
export const inspectionWait = (noun: string): EventWait => ({
  what: `Inspection of ${noun}`,
  where: ['state', 'checking'],
  since: 'createdAt',
  sweep: 'resumeInspections',
  retryAfterMs: INSPECTION_RETRY_MS,
  staff: seenAfter(INSPECTION_OVERDUE_MS),
});

/** A queued document that the sweep takes once it is due. */
export const dueIn = (
  what: string,
  sweep: ScheduleName,
  staff: EventWait['staff'],
  states: readonly string[] = ['waiting', 'sending'],
): EventWait => ({ what, since: 'dueAt', states, sweep, retryAfterMs: 0, staff });

export const waitsForStaff = (what: string, states: readonly string[], shown: string) =>
  ({ what, for: 'staff', states, shown }) as const;

/** Figures that whoever looks after a minute counts again. */
export const COUNTED_BY_READERS: PersonWait = {
  what: 'Count of the figures',
  for: 'reader',
  fields: ['claimedAt'],
  shown: 'the next look after a minute counts again',
};
