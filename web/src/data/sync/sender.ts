import { liveQuery } from 'dexie';
import { findUnsentZone, updateChosenPayouts } from '../settings/settings';
import { storeSetup } from '../submissions/submission';
import { storeTicket } from '../tickets/tickets';
import { reportFault } from '../core/faults';
import { openedOutbox, openOutbox } from '../outbox/database';
import { expireForeignItems } from '../outbox/foreignItems';
import { isUnsent, type OutboxContents } from '../outbox/item';
import {
  requestBackgroundSync,
  readItemFile,
  followSyncRequests,
  readOutboxContents,
  readOutboxItems,
  removeOldItems,
  retryNow,
  storeItem,
  uploadProgress,
} from '../outbox/outbox';
import { senderFault } from '../outbox/notice';
import { storeBots } from '../bots/botRows';
import { call } from '../auth/call';
import { NetworkError } from '../core/errors';
import { getCurrentUser, storeUser, storeUnsentZone } from '../auth/currentSession';
import { withDatabase } from '../storage/memberDatabase';
import type { SendingHost } from './deliver';
import { type Lane, LANES, findNextItem, type Sending, sendDue } from './lanes';

/**
 * Sends at this interval even if the browser reports offline, because that may be wrong. Also the
 * longest backoff of a failing outbox.
 */
const RECHECK_INTERVAL_MS = 60_000;

const createCaller =
  (uid: string): SendingHost['call'] =>
  async (endpoint, request) => {
    if (getCurrentUser()?.id !== uid) throw new NetworkError('Another member is logged in');
    return call(endpoint, request);
  };

type Store<A extends readonly unknown[]> = (...args: A) => Promise<void>;

/** Failures are only reported, because the next sync delivers what couldn't be stored. */
const withFailureReports =
  <A extends readonly unknown[]>(store: Store<A>): Store<A> =>
  (...args) =>
    store(...args).catch((error: unknown) => reportFault(error, 'promise'));

const PAGE_HOST: Omit<SendingHost, 'call'> = {
  readFile: readItemFile,
  upload: async (id, path, file, signal) => {
    try {
      const { upload } = await import('../auth/fileStorage');
      const report = (share: number) =>
        uploadProgress.set({ id, share, bytes: file.bytes.byteLength });
      report(0);
      await upload(path, file, report, signal);
    } finally {
      uploadProgress.set(null);
    }
  },
  storeUser: (uid, user) => {
    const current = getCurrentUser();
    // The response may be older than an access change that the stream delivered first.
    if (current?.id === uid && user.accessVersion >= current.accessVersion) storeUser(user);
    return Promise.resolve();
  },
  storeTicket: withFailureReports((uid, ticket) =>
    withDatabase(uid, (database) => storeTicket(database, ticket)),
  ),
  storeBots: withFailureReports(storeBots),
  storeSetup: withFailureReports((uid, setup) =>
    withDatabase(uid, (database) => storeSetup(database, setup)),
  ),
  storeJournal: withFailureReports(async (uid, { entries }) => {
    const { parseJournalEntries, storeEntries } = await import('../journal/rows');
    await withDatabase(uid, (database) => storeEntries(database, parseJournalEntries(entries)));
  }),
  storeLearning: withFailureReports(async (uid, learning) => {
    const { storeLearning } = await import('../vault/rows');
    await withDatabase(uid, (database) => storeLearning(database, learning));
  }),
  storePost: withFailureReports(async (uid, response) => {
    const { storeActionResponse } = await import('../network/rows');
    await withDatabase(uid, (database) => storeActionResponse(database, response));
  }),
  storeMessage: withFailureReports(async (uid, response) => {
    const { storeActionResponse } = await import('../network/rows');
    await withDatabase(uid, (database) => storeActionResponse(database, response, 'messages'));
  }),
  storeQuestion: withFailureReports(async (uid, response) => {
    const { storeQuestion } = await import('../live/rows');
    await withDatabase(uid, (database) => storeQuestion(database, response));
  }),
};

const createSending = (uid: string, signal: AbortSignal, evenOffline: boolean): Sending => ({
  uid,
  host: { ...PAGE_HOST, call: createCaller(uid) },
  readItems: readOutboxItems,
  storeItem,
  stopped: signal,
  evenOffline,
  isOver: () => signal.aborted || getCurrentUser()?.id !== uid,
  onFault: (error) => reportFault(error, 'promise'),
});

function runLane(uid: string, lane: Lane, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRequested = false;
  let isRunning = false;
  let evenOffline = false;
  let failures = 0;

  const schedule = (ms: number) => {
    if (signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      evenOffline = true;
      wake();
    }, ms);
  };
  const sendAllDue = async () => {
    clearTimeout(timer);
    const sending = createSending(uid, signal, evenOffline);
    evenOffline = false;
    await sendDue(sending, lane);
    failures = 0;
    senderFault.set(null);
    const next = await findNextItem(sending, lane);
    if (next) schedule(Math.max(next.at - Date.now(), navigator.onLine ? 0 : RECHECK_INTERVAL_MS));
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (isRequested && !signal.aborted) {
      isRequested = false;
      await sendAllDue().catch((error: unknown) => {
        reportFault(error, 'promise');
        senderFault.set(String(error));
        schedule(Math.min(1000 * 2 ** failures, RECHECK_INTERVAL_MS));
        failures += 1;
      });
    }
    isRunning = false;
  };
  const wake = () => {
    isRequested = true;
    void run();
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return wake;
}

const FOLLOW_RETRY_DELAY_MS = 1000;

function followItems(uid: string, onNew: () => void): () => void {
  let unsentIds = new Set<string>();
  let stop: () => void = () => undefined;
  const handleContents = ({ items }: OutboxContents) => {
    if (getCurrentUser()?.id === uid) storeUnsentZone(uid, findUnsentZone(items));
    updateChosenPayouts(uid, items);
    const unsent = items.filter(isUnsent).map(({ id }) => id);
    if (unsent.length > 0 && unsentIds.size === 0) requestBackgroundSync(uid);
    if (unsent.some((id) => !unsentIds.has(id))) onNew();
    unsentIds = new Set(unsent);
  };
  const follow = () => {
    stop();
    const database = openedOutbox.get()?.database;
    if (!database) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Dexie doesn't rerun a live query whose first run failed.
    const error = () => (timer = setTimeout(follow, FOLLOW_RETRY_DELAY_MS));
    const subscription = liveQuery(() => readOutboxContents(database, uid)).subscribe({
      next: handleContents,
      error,
    });
    stop = () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  };
  const unfollow = openedOutbox.subscribe(follow);
  follow();
  return () => {
    unfollow();
    stop();
  };
}

export async function runSender(uid: string, signal: AbortSignal): Promise<void> {
  await removeOldItems(uid, Date.now()).catch((error: unknown) => reportFault(error, 'promise'));
  await openOutbox();
  if (signal.aborted) return;
  expireForeignItems(uid, signal);
  const lanes = LANES.map((lane) => runLane(uid, lane, signal));
  const wake = () => {
    for (const wakeLane of lanes) wakeLane();
  };
  const unfollow = followItems(uid, wake);
  signal.addEventListener('abort', unfollow);
  const retry = () => void retryNow(uid).then(wake, wake);
  addEventListener('online', retry, { signal });
  followSyncRequests(retry, signal);
  wake();
}
