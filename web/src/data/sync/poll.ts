import { getAudiences } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { DAY_MS, toIso, isoTimeSchema } from '@quantalgo/contracts/core/time';
import { type Inventory, inventorySchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { ignoreExpected } from '../core/faults';
import { ticketMountCount, ticketMountCountInOtherTabs } from '../tickets/mountCounts';
import { recordContact, serverNow } from '../core/clock';
import { isAppVisible } from '../core/topWindow';
import { call, callIfChanged } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import { ApiError } from '../core/errors';
import { storeHeartbeat } from '../signals/heartbeat';
import { SIGNALS_PER_PAGE, fetchPageBefore } from '../signals/page';
import { storePerformance } from '../signals/useSignals';
import { withDatabase } from '../storage/memberDatabase';
import { type Batch, parseListedSignals } from '../storage/quarantine';
import { INITIAL_SIGNAL_COUNT, startOfDay } from '../storage/eviction';
import { readCursor, storeSignals } from '../storage/signalTable';
import { getComparisonStart, monitorCompleteness } from './completeness';
import { getBackoffMs, type SyncEvent } from './machine';
import { fetchOwnDocuments } from './ownDocuments';
import { OVERLAP_MS } from './relay';
import { getProvenSlot } from './state';
import { slotIdSchema } from '@quantalgo/contracts/core/slots';

/** Set by the specification. */
const POLL_INTERVAL_MS = 2000;

interface Place {
  readonly updatedAt: number;
  readonly id: string;
}

/** Requests changes after a position, or since shortly before a cursor (epoch ms). */
const toQuery = (from: Place | number) => {
  const changes = { limit: String(SIGNALS_PER_PAGE), sortOrder: 'asc' } as const;
  return typeof from === 'number'
    ? { ...changes, updatedAfter: toIso(Math.max(0, from - OVERLAP_MS)) }
    : { ...changes, updatedAfter: toIso(from.updatedAt), afterId: from.id };
};

const placeSchema = z.object({ id: slotIdSchema, updatedAt: isoTimeSchema });

const readPlaces = (rows: readonly unknown[]): Place[] =>
  rows.flatMap((row) => placeSchema.safeParse(row).data ?? []);

interface Poller {
  readonly user: User;
  readonly audiences: readonly Audience[];
  /**
   * Where the next request starts. Null before the first page, and after the stored cursor was
   * moved.
   */
  from: Place | null;
  /** ETag of the last reply, valid for the same query. */
  lastReply: { readonly queryKey: string; readonly etag: string | null } | null;
  /** The slot of the heartbeat that was last compared. Null if another must be fetched. */
  heartbeatSlot: number | null;
  /** Signals arrived since the figures were fetched. */
  areFiguresStale: boolean;
  /** When the figures or the heartbeat last couldn’t be fetched (epoch ms). Null if they could. */
  failedAt: number | null;
  /**
   * When own documents were last requested (epoch ms), and how many components showed tickets then.
   */
  lastRequest: { readonly at: number; readonly mountCount: number } | null;
  /** The device had all signals at the last comparison, and nothing has arrived since. */
  whole: boolean;
}

async function store(
  poller: Poller,
  batch: Batch,
  complete: boolean,
  since?: number,
): Promise<void> {
  const arrival = { receivedAt: serverNow(), live: false };
  const isNew = await withDatabase(poller.user.id, (database) =>
    storeSignals(database, poller.audiences, batch, arrival, complete, since),
  );
  if (!isNew) return;
  poller.areFiguresStale = true;
  poller.heartbeatSlot = null;
}

/**
 * Fetches the newest signals page by page. The first page determines the cursor, because changes
 * made during the fetch are newer.
 */
async function fetchNewest(poller: Poller): Promise<void> {
  const firstPage = await fetchPageBefore(null);
  await store(poller, firstPage.batch, false);
  let { oldest } = firstPage;
  const from = getComparisonStart(serverNow());
  const isMissing = (at: number, count: number) => count < INITIAL_SIGNAL_COUNT || at > from;
  for (
    let count = SIGNALS_PER_PAGE;
    oldest !== null && isMissing(oldest, count);
    count += SIGNALS_PER_PAGE
  ) {
    const page = await fetchPageBefore(oldest);
    await store(poller, page.batch, false);
    ({ oldest } = page);
  }
  await store(poller, firstPage.batch, true, oldest ?? 0);
}

/** `day`: UTC, `20261120`. */
async function fetchDay(day: string): Promise<Batch> {
  const [from, end] = [startOfDay(day), startOfDay(day) + DAY_MS];
  const batches: Batch[] = [];
  for (let before = end; before > from;) {
    const { batch, oldest } = await fetchPageBefore(before);
    batches.push(batch);
    before = oldest ?? from;
  }
  const isOfDay = ({ id }: { readonly id: string }) => id.startsWith(day);
  return {
    signals: batches.flatMap(({ signals }) => signals.filter(isOfDay)),
    unparsed: batches.flatMap(({ unparsed }) => unparsed.filter(isOfDay)),
  };
}

/** @returns null if nothing has changed */
async function fetchChangesPage(poller: Poller, from: Place | number) {
  const query = toQuery(from);
  const queryKey = JSON.stringify(query);
  const etag = poller.lastReply?.queryKey === queryKey ? poller.lastReply.etag : null;
  const reply = await callIfChanged(signalsEndpoints.signals, { query }, etag);
  if (!reply) return null;
  await store(poller, parseListedSignals(reply.data), true);
  poller.lastReply = { queryKey, etag: reply.etag };
  return reply.data;
}

/**
 * Fetches all changes. The next poll starts after the newest change that no later commit can
 * precede, so it always advances.
 */
async function fetchChanges(poller: Poller, cursor: number): Promise<void> {
  let from = poller.from ?? cursor;
  for (;;) {
    const requestedAt = serverNow();
    const rows = await fetchChangesPage(poller, from);
    if (!rows) return;
    const places = readPlaces(rows);
    const lastPlace = places.at(-1);
    poller.from =
      places.findLast(({ updatedAt }) => updatedAt <= requestedAt - OVERLAP_MS) ?? poller.from;
    if (rows.length < SIGNALS_PER_PAGE || !lastPlace) return;
    from = lastPlace;
  }
}

/** @returns null if the server has none; undefined if it couldn’t be fetched */
async function fetchHeartbeat(uid: string): Promise<Inventory | null | undefined> {
  try {
    const { data } = await call(signalsEndpoints.heartbeat, {});
    if (!data) return null;
    const opensAt = data.opensAt === null ? null : Date.parse(data.opensAt);
    await withDatabase(uid, (database) => storeHeartbeat(database, { ...data, opensAt }));
    return inventorySchema.safeParse(data.inventory).data ?? null;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined;
  }
}

const fetchFigures = async (uid: string): Promise<void> => {
  const { data: figures } = await call(signalsEndpoints.performance, {});
  await withDatabase(uid, (database) => storePerformance(database, figures));
};

const OWN_DOCUMENTS_POLL_INTERVAL_MS = 30_000;

async function pollOwnDocuments(poller: Poller): Promise<void> {
  const { user, lastRequest } = poller;
  const [at, mountCount] = [
    serverNow(),
    ticketMountCount.get() + ticketMountCountInOtherTabs.get(),
  ];
  if (
    lastRequest &&
    mountCount <= lastRequest.mountCount &&
    Math.abs(at - lastRequest.at) < OWN_DOCUMENTS_POLL_INTERVAL_MS
  ) {
    poller.lastRequest = { at: lastRequest.at, mountCount };
    return;
  }
  poller.lastRequest = { at, mountCount };
  await fetchOwnDocuments(user.id).catch(ignoreExpected);
}

/** Signals are polled more often, and a failing endpoint mustn't delay them. */
const RETRY_INTERVAL_MS = 15_000;

async function pollFigures(poller: Poller): Promise<void> {
  try {
    await fetchFigures(poller.user.id);
    poller.areFiguresStale = false;
  } catch (error) {
    poller.failedAt = serverNow();
    ignoreExpected(error);
  }
}

async function pollHeartbeat(
  poller: Poller,
  slot: number,
  onInventory: (inventory: Inventory | null) => void,
): Promise<void> {
  const inventory = await fetchHeartbeat(poller.user.id);
  if (inventory === undefined) poller.failedAt = serverNow();
  else {
    poller.heartbeatSlot = slot;
    onInventory(inventory);
  }
}

async function poll(
  poller: Poller,
  onInventory: (inventory: Inventory | null) => void,
): Promise<void> {
  const { id: uid } = poller.user;
  const cursor = (await withDatabase(uid, readCursor))?.updatedAt ?? null;
  await (cursor === null ? fetchNewest(poller) : fetchChanges(poller, cursor));
  const mayRequest =
    poller.failedAt === null || Math.abs(serverNow() - poller.failedAt) >= RETRY_INTERVAL_MS;
  if (mayRequest) poller.failedAt = null;
  if (mayRequest && poller.areFiguresStale) await pollFigures(poller);
  const slot = getProvenSlot(serverNow());
  if (slot === poller.heartbeatSlot) {
    if (poller.whole) recordContact(serverNow());
  } else {
    poller.whole = false;
    if (mayRequest) await pollHeartbeat(poller, slot, onInventory);
  }
  await pollOwnDocuments(poller);
}

const waitUntilVisible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (isAppVisible() || signal.aborted) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const createPoller = (user: User): Poller => ({
  user,
  audiences: getAudiences(user),
  from: null,
  lastReply: null,
  heartbeatSlot: null,
  areFiguresStale: false,
  failedAt: null,
  lastRequest: null,
  whole: false,
});

export async function startPolling(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const user = getCurrentUser();
  if (user?.id !== uid) return;
  const poller = createPoller(user);
  const { audiences } = poller;
  const completeness = monitorCompleteness({
    uid,
    audiences,
    fetchDay,
    jitter: Math.random(),
    closed: signal,
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
    await waitUntilVisible(signal);
    if (signal.aborted || getCurrentUser()?.id !== uid) return;
    try {
      await poll(poller, completeness.receive);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof ApiError && error.status === 403) dispatch({ type: 'denied' });
    }
    dispatch({ type: 'polled', ok: failures === 0 });
    await delay(
      failures === 0
        ? POLL_INTERVAL_MS
        : Math.max(POLL_INTERVAL_MS, getBackoffMs(failures, Math.random())),
      signal,
    );
  }
}
