import {
  getDecisionBucket,
  type MemberFigures,
  type MemberWeek,
  FUNNEL_WEEKS,
} from '@quantalgo/contracts/console/memberWeeks';
import { DAY_MS, toIso, WAT, WEEK_MS } from '@quantalgo/contracts/core/time';
import { addWeeks, listWeekDays } from '@quantalgo/contracts/journal/weeks';
import {
  FieldValue,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { memberWeekDocument } from '../../collections/console';
import { parseDocument } from '../core/documents';
import { countDocuments } from '../core/counts';
import { getWeek, weekRef } from './weekCounter';

const MAX_CONCURRENT_LOOKUPS = 50;

/** Call in the deciding transaction, so that each decision counts once. Times in epoch ms. */
export function countDecision(
  firestore: Firestore,
  transaction: Transaction,
  { state, since, now }: { state: 'approved' | 'rejected'; since: number; now: number },
): void {
  const increment = FieldValue.increment(1);
  const counts = {
    decisions: { [getDecisionBucket(now - since)]: increment },
    ...(state === 'approved' ? { approved: increment } : {}),
  };
  transaction.set(weekRef(firestore, getWeek(now)), counts, { merge: true });
}

interface TimeRange {
  readonly from: number;
  readonly until: number;
}

function getRange(week: string): TimeRange {
  const midnight = Date.parse(`${listWeekDays(week)[0] ?? ''}T00:00:00Z`);
  const from = midnight - WAT.utcOffsetMs(midnight);
  return { from, until: from + WEEK_MS };
}

const toTimes = ({ from, until }: TimeRange) =>
  [Timestamp.fromMillis(from), Timestamp.fromMillis(until)] as const;

function queryCreatedWithin(
  firestore: Firestore,
  name: 'users' | 'proofs',
  range: TimeRange,
): Query {
  const [from, until] = toTimes(range);
  return firestore.collection(name).where('createdAt', '>=', from).where('createdAt', '<', until);
}

function queryLinkedWithin(firestore: Firestore, range: TimeRange): Query {
  const [from, until] = toTimes(range);
  return firestore
    .collection('users')
    .where('broker.registeredAt', '>=', from)
    .where('broker.registeredAt', '<', until);
}

async function isActiveSince(firestore: Firestore, uid: string, since: number): Promise<boolean> {
  const sessions = firestore
    .collection('sessions')
    .where('uid', '==', uid)
    .where('endedAt', '==', null)
    .where('lastSeenAt', '>=', Timestamp.fromMillis(since))
    .orderBy('lastSeenAt', 'desc')
    .limit(1);
  return !(await sessions.select().get()).empty;
}

/** Members who confirmed in the range and have a session used at least `afterMs` later. */
async function countActive(
  firestore: Firestore,
  range: TimeRange,
  afterMs: number,
): Promise<number> {
  const users = queryCreatedWithin(firestore, 'users', range).select('createdAt');
  const { docs } = await users.get();
  let active = 0;
  for (let from = 0; from < docs.length; from += MAX_CONCURRENT_LOOKUPS) {
    const batch = docs.slice(from, from + MAX_CONCURRENT_LOOKUPS).map((user) => {
      const at: unknown = user.get('createdAt');
      const since = (at instanceof Timestamp ? at.toMillis() : range.from) + afterMs;
      return isActiveSince(firestore, user.id, since);
    });
    active += (await Promise.all(batch)).filter(Boolean).length;
  }
  return active;
}

type StoredWeek = z.infer<typeof memberWeekDocument>;

async function readWeeks(firestore: Firestore, weeks: readonly string[]) {
  const documents = await firestore.getAll(...weeks.map((week) => weekRef(firestore, week)));
  return documents.map((document): StoredWeek => parseDocument(memberWeekDocument, document) ?? {});
}

/** Counts once, when every member has had a week to return after `days`. */
async function countMatured(
  firestore: Firestore,
  range: TimeRange,
  { days, storedCount, now }: { days: number; storedCount: number | undefined; now: number },
): Promise<number | undefined> {
  if (storedCount !== undefined || now < range.until + days * DAY_MS + WEEK_MS) return storedCount;
  return countActive(firestore, range, days * DAY_MS);
}

/** Idempotent, because it sets the counts instead of adding to them. A late run catches up. */
export async function countMemberWeeks(firestore: Firestore, now: number): Promise<void> {
  const weeks = listShownWeeks(now);
  const stored = await readWeeks(firestore, weeks);
  for (const [index, week] of weeks.entries()) {
    const range = getRange(week);
    const {
      activeAfter7,
      activeAfter28,
      confirmed: counted = 0,
      demonstration,
    } = stored[index] ?? {};
    if (demonstration === true) continue;
    const [existing, brokerLinked, proofSent] = await Promise.all([
      countDocuments(queryCreatedWithin(firestore, 'users', range)),
      countDocuments(queryLinkedWithin(firestore, range)),
      countDocuments(queryCreatedWithin(firestore, 'proofs', range)),
    ]);
    const after7 = { days: 7, storedCount: activeAfter7, now };
    const after28 = { days: 28, storedCount: activeAfter28, now };
    const active = {
      activeAfter7: await countMatured(firestore, range, after7),
      activeAfter28: await countMatured(firestore, range, after28),
    };
    // Keeps deleted accounts counted, like the active members.
    const confirmed = Math.max(existing, counted);
    const counts = Object.entries({ confirmed, brokerLinked, proofSent, ...active });
    const fields = Object.fromEntries(counts.filter(([, value]) => value !== undefined));
    const countedAt = Timestamp.fromMillis(now);
    await weekRef(firestore, week).set({ ...fields, countedAt }, { merge: true });
  }
}

function listShownWeeks(now: number): string[] {
  const currentWeek = getWeek(now);
  return Array.from({ length: FUNNEL_WEEKS }, (_, index) =>
    addWeeks(currentWeek, index - FUNNEL_WEEKS + 1),
  );
}

const toMemberWeek = (week: string, stored: StoredWeek): MemberWeek => ({
  week,
  steps: {
    opened: stored.opened ?? null,
    signedUp: stored.signedUp ?? null,
    confirmed: stored.confirmed ?? null,
    brokerLinked: stored.brokerLinked ?? null,
    proofSent: stored.proofSent ?? null,
    approved: stored.approved ?? null,
    activeAfter7: stored.activeAfter7 ?? null,
    activeAfter28: stored.activeAfter28 ?? null,
  },
  decisions: stored.decisions ?? {},
});

export async function readMemberFigures(firestore: Firestore, now: number): Promise<MemberFigures> {
  const weeks = listShownWeeks(now);
  const tickets = firestore.collection('tickets');
  const [stored, ticketsOpen, ticketsAnswered, devices] = await Promise.all([
    readWeeks(firestore, weeks),
    countDocuments(tickets.where('state', '==', 'open')),
    countDocuments(tickets.where('state', '==', 'answered')),
    countDocuments(firestore.collection('pushSubscriptions')),
  ]);
  const countedTimes = stored.flatMap(({ countedAt }) => countedAt ?? []);
  return {
    weeks: weeks.map((week, index) => toMemberWeek(week, stored[index] ?? {})),
    countedAt: countedTimes.length === 0 ? null : toIso(Math.max(...countedTimes)),
    ticketsOpen,
    ticketsAnswered,
    devices,
    demonstration: stored.some(({ demonstration }) => demonstration === true),
  };
}
