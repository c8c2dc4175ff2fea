import { audiencesOf } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { slotIdSchema } from '@quantalgo/contracts/core/slotId';
import { DAY_MS, iso, isoTime } from '@quantalgo/contracts/core/time';
import { type Inventory, inventorySchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { ignoreExpected } from '../core/faults';
import { ticketsShown, ticketsShownElsewhere } from '../tickets/shown';
import { recordContact, serverNow } from '../core/clock';
import { isSeen } from '../core/topWindow';
import { call, callIfChanged } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import { ApiError } from '../auth/errors';
import { storeHeartbeat } from '../signals/heartbeat';
import { PAGE, pageBefore } from '../signals/page';
import { storePerformance } from '../signals/useSignals';
import { withDatabase } from '../storage/memberDatabase';
import { type Batch, readListed } from '../storage/quarantine';
import { FIRST_SIGNALS, startOfDay } from '../storage/eviction';
import { readCursor, storeSignals } from '../storage/signalTable';
import { comparedFrom, followCompleteness } from './completeness';
import { backOff, type SyncEvent } from './machine';
import { askOwnDocuments } from './ownDocuments';
import { OVERLAP_MS } from './relay';
import { provenSlot } from './state';

/** Polling interval (ms), as in the specification. */
const POLL_MS = 2000;

/** A place in the list of changes: after one signal, which changed at `updatedAt` (epoch ms). */
interface Place {
  readonly updatedAt: number;
  readonly id: string;
}

/** The query for changes after a place, or since shortly before a cursor (epoch ms). */
const queryFrom = (from: Place | number) => {
  const changes = { limit: String(PAGE), sortOrder: 'asc' } as const;
  return typeof from === 'number'
    ? { ...changes, updatedAfter: iso(Math.max(0, from - OVERLAP_MS)) }
    : { ...changes, updatedAfter: iso(from.updatedAt), afterId: from.id };
};

const placeSchema = z.object({ id: slotIdSchema, updatedAt: isoTime });

/** The places of a page's rows in the list of changes, in its order. */
const placesIn = (rows: readonly unknown[]): Place[] =>
  rows.flatMap((row) => placeSchema.safeParse(row).data ?? []);

/** The state of one member's poller between two polls. */
interface Poller {
  readonly user: User;
  readonly audiences: readonly Audience[];
  /**
   * The place after which changes are requested; null before the first page, and if the stored cursor is to be read
   * again.
   */
  from: Place | null;
  /** The ETag of the last reply, valid for the same query. */
  known: { readonly question: string; readonly etag: string | null } | null;
  /** Start of the slot for which the heartbeat was last requested. */
  heard: number | null;
  /**
   * When the member's tickets and submissions were last requested (epoch ms), and how many components showed tickets
   * then.
   */
  asked: { readonly at: number; readonly shown: number } | null;
  /** This device had everything that the server had at the last comparison, and nothing has arrived since. */
  whole: boolean;
}

function keep({ user, audiences }: Poller, batch: Batch, complete: boolean): Promise<boolean> {
  const arrival = { receivedAt: serverNow(), live: false };
  return withDatabase(user.id, (database) =>
    storeSignals(database, audiences, batch, arrival, complete),
  );
}

/**
 * Fetches the newest signals for a device without any, page by page. Changes meanwhile are newer than the first page,
 * so the first page determines the cursor.
 * @returns whether there are any
 */
async function fetchFirst(poller: Poller): Promise<boolean> {
  const first = await pageBefore(null);
  await keep(poller, first.batch, false);
  let { oldest } = first;
  const from = comparedFrom(serverNow());
  const isWanted = (at: number, count: number) => count < FIRST_SIGNALS || at > from;
  for (let count = PAGE; oldest !== null && isWanted(oldest, count); count += PAGE) {
    const page = await pageBefore(oldest);
    await keep(poller, page.batch, false);
    ({ oldest } = page);
  }
  await keep(poller, first.batch, true);
  return first.batch.signals.length + first.batch.unread.length > 0;
}

/** All signals of a UTC day (`20261120`). @throws ApiError @throws NetworkError */
async function fetchDay(day: string): Promise<Batch> {
  const [from, end] = [startOfDay(day), startOfDay(day) + DAY_MS];
  const batches: Batch[] = [];
  for (let before = end; before > from;) {
    const { batch, oldest } = await pageBefore(before);
    batches.push(batch);
    before = oldest ?? from;
  }
  const isOfDay = ({ id }: { readonly id: string }) => id.startsWith(day);
  return {
    signals: batches.flatMap(({ signals }) => signals.filter(isOfDay)),
    unread: batches.flatMap(({ unread }) => unread.filter(isOfDay)),
  };
}

/** Fetches one page of changes and stores it; null if nothing changed since the last answer to the same query. */
async function askPage(poller: Poller, from: Place | number) {
  const query = queryFrom(from);
  const question = JSON.stringify(query);
  const etag = poller.known?.question === question ? poller.known.etag : null;
  const reply = await callIfChanged(signalsEndpoints.signals, { query }, etag);
  if (!reply) return null;
  const isNew = await keep(poller, readListed(reply.data), true);
  poller.known = { question, etag: reply.etag };
  return { rows: reply.data, isNew };
}

/**
 * Fetches all changes page by page. The next poll starts exactly after the newest change that is too old to be
 * overtaken by another commit, so it advances however many signals changed at one moment.
 * @returns whether anything new arrived
 */
async function askChanges(poller: Poller, cursor: number): Promise<boolean> {
  let from = poller.from ?? cursor;
  let came = false;
  for (;;) {
    const askedAt = serverNow();
    const page = await askPage(poller, from);
    if (!page) return came;
    const places = placesIn(page.rows);
    const last = places.at(-1);
    poller.from =
      places.findLast(({ updatedAt }) => updatedAt <= askedAt - OVERLAP_MS) ?? poller.from;
    came ||= page.isNew;
    if (page.rows.length < PAGE || !last) return came;
    from = last;
  }
}

/**
 * Fetches the newest heartbeat and stores it. Never rejects: signals arrive without it, and the next slot has another.
 */
async function askHeartbeat(uid: string): Promise<Inventory | null> {
  try {
    const { data } = await call(signalsEndpoints.heartbeat, {});
    if (!data) return null;
    const opensAt = data.opensAt === null ? null : Date.parse(data.opensAt);
    await withDatabase(uid, (database) => storeHeartbeat(database, { ...data, opensAt }));
    return inventorySchema.safeParse(data.inventory).data ?? null;
  } catch {
    return null;
  }
}

const askFigures = async (uid: string): Promise<void> => {
  const { data: figures } = await call(signalsEndpoints.performance, {});
  await withDatabase(uid, (database) => storePerformance(database, figures));
};

/**
 * The member's tickets and submissions are requested this often (ms), and at once when a component begins to show
 * tickets.
 */
const OWN_DOCUMENTS_POLL_MS = 30_000;

/** Fetches them if they are due. Never rejects: signals arrive without them. */
async function pollOwnDocuments(poller: Poller): Promise<void> {
  const { user, asked } = poller;
  const [at, shown] = [serverNow(), ticketsShown.get() + ticketsShownElsewhere.get()];
  if (asked && shown <= asked.shown && Math.abs(at - asked.at) < OWN_DOCUMENTS_POLL_MS) {
    poller.asked = { at: asked.at, shown };
    return;
  }
  poller.asked = { at, shown };
  await askOwnDocuments(user.id).catch(ignoreExpected);
}

/** Fetches everything new once and stores it; the heartbeat only if something arrived, else once per slot. */
async function poll(poller: Poller, told: (inventory: Inventory | null) => void): Promise<void> {
  const { id: uid } = poller.user;
  const cursor = (await withDatabase(uid, readCursor))?.updatedAt ?? null;
  const came = cursor === null ? await fetchFirst(poller) : await askChanges(poller, cursor);
  if (came) await askFigures(uid);
  const slot = provenSlot(serverNow());
  if (came || slot !== poller.heard) {
    poller.heard = slot;
    poller.whole = false;
    told(await askHeartbeat(uid));
  } else if (poller.whole) recordContact(serverNow());
  await pollOwnDocuments(poller);
}

const whenVisible = (stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (isSeen() || stopped.aborted) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal: stopped });
    stopped.addEventListener('abort', () => resolve());
  });

const wait = (ms: number, stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const pollerOf = (user: User): Poller => ({
  user,
  audiences: audiencesOf(user),
  from: null,
  known: null,
  heard: null,
  asked: null,
  whole: false,
});

/** Polls while the page is visible, less often after failures, until `stopped` or until the member signs out. */
export async function startPolling(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): Promise<void> {
  const user = currentUser();
  if (user?.id !== uid) return;
  const poller = pollerOf(user);
  const { audiences } = poller;
  const completeness = followCompleteness({
    uid,
    audiences,
    fetchDay,
    spread: Math.random(),
    closed: stopped,
    onCompared: (whole) => {
      poller.whole = whole;
      if (whole) recordContact(serverNow());
    },
    onRepaired: () => {
      poller.from = null;
    },
  });
  let failures = 0;
  for (;;) {
    await whenVisible(stopped);
    if (stopped.aborted || currentUser()?.id !== uid) return;
    try {
      await poll(poller, completeness.told);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof ApiError && error.status === 403) dispatch({ type: 'denied' });
    }
    dispatch({ type: 'polled', ok: failures === 0 });
    await wait(
      failures === 0 ? POLL_MS : Math.max(POLL_MS, backOff(failures, Math.random())),
      stopped,
    );
  }
}
