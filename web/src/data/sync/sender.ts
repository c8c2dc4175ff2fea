import { liveQuery } from 'dexie';
import { unsentZone } from '../settings/settings';
import { storeSetup } from '../submissions/submission';
import { storeTicket } from '../tickets/tickets';
import { reportFault } from '../core/faults';
import { opened, openOutbox } from '../outbox/database';
import { isUnsent, type OutboxContents } from '../outbox/item';
import {
  askToSendLater,
  fileOf,
  followSyncRequests,
  heldIn,
  itemsOf,
  removeOldItems,
  retryNow,
  storeItem,
  uploadProgress,
} from '../outbox/outbox';
import { senderFault } from '../outbox/notice';
import { storeBots } from '../bots/botRows';
import { call } from '../auth/call';
import { NetworkError } from '../auth/errors';
import { currentUser, storeUser, storeWaitingZone } from '../auth/currentSession';
import { withDatabase } from '../storage/memberDatabase';
import type { SendingHost } from './deliver';
import { type Lane, LANES, nextOf, type Sending, sendDue } from './lanes';

/**
 * A browser that reports offline may be wrong, so sending is tried anyway this often (ms). A failing outbox is retried
 * after a second, and then ever less often down to this.
 */
const RECHECK_MS = 60_000;

/** Calls as this member. @throws NetworkError where another one has signed in meanwhile */
const callAs =
  (uid: string): SendingHost['call'] =>
  async (endpoint, request) => {
    if (currentUser()?.id !== uid) throw new NetworkError('Another member is signed in');
    return call(endpoint, request);
  };

type Store<A extends readonly unknown[]> = (...answer: A) => Promise<void>;

/** Stores an answer; a failure is only reported, as the next sync brings what it held. */
const reported =
  <A extends readonly unknown[]>(store: Store<A>): Store<A> =>
  (...answer) =>
    store(...answer).catch((error: unknown) => reportFault(error, 'promise'));

/** The sender's environment in a page. */
const PAGE: Omit<SendingHost, 'call'> = {
  fileOf,
  upload: async (id, path, file, stopped) => {
    try {
      const { upload } = await import('../auth/fileStorage');
      uploadProgress.set({ id, share: 0 });
      await upload(path, file, (share) => uploadProgress.set({ id, share }), stopped);
    } finally {
      uploadProgress.set(null);
    }
  },
  storeUser: (uid, user) => {
    if (currentUser()?.id === uid) storeUser(user);
    return Promise.resolve();
  },
  storeTicket: reported((uid, ticket) =>
    withDatabase(uid, (database) => storeTicket(database, ticket)),
  ),
  storeBots: reported(storeBots),
  storeSetup: reported((uid, setup) =>
    withDatabase(uid, (database) => storeSetup(database, setup)),
  ),
  storeJournal: reported(async (uid, { entries }) => {
    const { entriesIn, storeEntries } = await import('../journal/rows');
    await withDatabase(uid, (database) => storeEntries(database, entriesIn(entries)));
  }),
  storeLearning: reported(async (uid, learning) => {
    const { storeLearning } = await import('../vault/rows');
    await withDatabase(uid, (database) => storeLearning(database, learning));
  }),
  storePost: reported(async (uid, answer) => {
    const { storeAnswer } = await import('../network/rows');
    await withDatabase(uid, (database) => storeAnswer(database, answer));
  }),
  storeMessage: reported(async (uid, answer) => {
    const { storeAnswer } = await import('../network/rows');
    await withDatabase(uid, (database) => storeAnswer(database, answer, 'messages'));
  }),
  storeQuestion: reported(async (uid, answer) => {
    const { storeQuestion } = await import('../live/rows');
    await withDatabase(uid, (database) => storeQuestion(database, answer));
  }),
};

const sendingOf = (uid: string, stopped: AbortSignal, evenOffline: boolean): Sending => ({
  uid,
  host: { ...PAGE, call: callAs(uid) },
  itemsOf,
  storeItem,
  stopped,
  evenOffline,
  isOver: () => stopped.aborted || currentUser()?.id !== uid,
  onFault: (error) => reportFault(error, 'promise'),
});

/** Sends the items of a lane when they are due, until `stopped`. @returns a function that makes it check at once */
function runLane(uid: string, lane: Lane, stopped: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let running = false;
  let evenOffline = false;
  let failures = 0;

  const later = (ms: number) => {
    if (stopped.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      evenOffline = true;
      wake();
    }, ms);
  };
  const pass = async () => {
    clearTimeout(timer);
    const sending = sendingOf(uid, stopped, evenOffline);
    evenOffline = false;
    await sendDue(sending, lane);
    failures = 0;
    senderFault.set(null);
    const next = await nextOf(sending, lane);
    if (next) later(Math.max(next.at - Date.now(), navigator.onLine ? 0 : RECHECK_MS));
  };
  const run = async () => {
    if (running) return;
    running = true;
    while (asked && !stopped.aborted) {
      asked = false;
      await pass().catch((error: unknown) => {
        reportFault(error, 'promise');
        senderFault.set(String(error));
        later(Math.min(1000 * 2 ** failures, RECHECK_MS));
        failures += 1;
      });
    }
    running = false;
  };
  const wake = () => {
    asked = true;
    void run();
  };
  stopped.addEventListener('abort', () => clearTimeout(timer));
  return wake;
}

/** Pause (ms) before the items are watched again where that failed. */
const FOLLOW_AGAIN_MS = 1000;

/** Watches the member's items in the current outbox database and calls `onNew` for new ones. @returns the stop */
function followItems(uid: string, onNew: () => void): () => void {
  let known = new Set<string>();
  let stop: () => void = () => undefined;
  const read = ({ items }: OutboxContents) => {
    if (currentUser()?.id === uid) storeWaitingZone(uid, unsentZone(items));
    const unsent = items.filter(isUnsent).map(({ id }) => id);
    if (unsent.length > 0 && known.size === 0) askToSendLater(uid);
    if (unsent.some((id) => !known.has(id))) onNew();
    known = new Set(unsent);
  };
  const follow = () => {
    stop();
    const database = opened.get()?.database;
    if (!database) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A query that failed at first is never run again by itself.
    const error = () => (timer = setTimeout(follow, FOLLOW_AGAIN_MS));
    const following = liveQuery(() => heldIn(database, uid)).subscribe({ next: read, error });
    stop = () => {
      clearTimeout(timer);
      following.unsubscribe();
    };
  };
  const unfollow = opened.subscribe(follow);
  follow();
  return () => {
    unfollow();
    stop();
  };
}

/** Sends the items of the member's outbox when they are due, until `stopped`. One tab at a time sends in a lane. */
export async function runSender(uid: string, stopped: AbortSignal): Promise<void> {
  await removeOldItems(uid, Date.now()).catch((error: unknown) => reportFault(error, 'promise'));
  await openOutbox();
  if (stopped.aborted) return;
  const lanes = LANES.map((lane) => runLane(uid, lane, stopped));
  const wake = () => {
    for (const look of lanes) look();
  };
  const unfollow = followItems(uid, wake);
  stopped.addEventListener('abort', unfollow);
  const back = () => void retryNow(uid).then(wake, wake);
  addEventListener('online', back, { signal: stopped });
  followSyncRequests(back, stopped);
  wake();
}
