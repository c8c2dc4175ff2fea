import { liveQuery } from 'dexie';
import { unsentZone } from '../account/settings';
import { storeSetup } from '../account/submission';
import { storeTicket } from '../account/tickets';
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
import { storeBots } from '../paper/botRows';
import { call } from '../session/call';
import { currentUser, storeUser, storeWaitingZone } from '../session/currentSession';
import { withDatabase } from '../storage/memberDatabase';
import type { SendingHost } from './deliver';
import { type Lane, LANES, nextOf, type Sending, sendDue } from './lanes';

/**
 * A browser that reports offline may be wrong, so sending is tried anyway this often (ms). A failing outbox is retried
 * as often.
 */
const RECHECK_MS = 60_000;

/** The sender's environment in a page. */
const PAGE: SendingHost = {
  call,
  fileOf,
  upload: async (id, path, file, stopped) => {
    try {
      const { upload } = await import('../session/fileStorage');
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
  storeTicket: (uid, ticket) => withDatabase(uid, (database) => storeTicket(database, ticket)),
  storeBots,
  storeSetup: (uid, setup) => withDatabase(uid, (database) => storeSetup(database, setup)),
  storeJournal: async (uid, { entries }) => {
    const { entriesIn, storeEntries } = await import('../journal/rows');
    await withDatabase(uid, (database) => storeEntries(database, entriesIn(entries)));
  },
  storeLearning: async (uid, learning) => {
    const { storeLearning } = await import('../rooms/vault/rows');
    await withDatabase(uid, (database) => storeLearning(database, learning));
  },
  storePost: async (uid, answer) => {
    const { storeAnswer } = await import('../rooms/network/rows');
    await withDatabase(uid, (database) => storeAnswer(database, answer));
  },
  storeMessage: async (uid, answer) => {
    const { storeAnswer } = await import('../rooms/network/rows');
    await withDatabase(uid, (database) => storeAnswer(database, answer, 'messages'));
  },
  storeQuestion: async (uid, answer) => {
    const { storeQuestion } = await import('../rooms/live/rows');
    await withDatabase(uid, (database) => storeQuestion(database, answer));
  },
};

const sendingOf = (uid: string, stopped: AbortSignal, evenOffline: boolean): Sending => ({
  uid,
  host: PAGE,
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
        later(RECHECK_MS);
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
    const following = liveQuery(() => heldIn(database, uid)).subscribe(read);
    stop = () => following.unsubscribe();
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
  await removeOldItems(uid, Date.now());
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
