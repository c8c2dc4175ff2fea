import { liveQuery } from 'dexie';
import { unsentZone } from '../account/settings';
import { openOutbox } from '../outbox/database';
import { isUnsent, type OutboxItem } from '../outbox/item';
import {
  followSyncRequests,
  itemsIn,
  itemsOf,
  removeOldItems,
  retryNow,
  storeItem,
} from '../outbox/outbox';
import { currentUser, storeWaitingZone } from '../session/currentSession';
import { afterAttempt, deliver, dueTime } from './deliver';

/** What the item changes: items of one chain are sent one after the other, as they were written. */
function chainOf({ id, content }: OutboxItem): string {
  if (content.kind === 'reply' || content.kind === 'close') return content.ticketId;
  return content.kind === 'settings' ? 'settings' : id;
}

/**
 * The unsent items that nothing before them holds up: a reply waits for its ticket, a later change of the settings for
 * the one before it.
 * @param items oldest first
 */
export function firstOfEachChain(items: readonly OutboxItem[]): OutboxItem[] {
  const first = new Map<string, OutboxItem>();
  for (const item of items.filter(isUnsent)) {
    const chain = chainOf(item);
    if (!first.has(chain)) first.set(chain, item);
  }
  return [...first.values()];
}

const SENDER_LOCK = 'quantalgo-outbox';

/** A browser that says it is offline may be wrong: it is put to the test this often (ms). So is an outbox that fails. */
const LOOK_AGAIN_MS = 60_000;

/** Runs `work` while no other tab sends. Browsers without locks rely on the server, which counts each item once. */
const exclusively = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(SENDER_LOCK, work) : work();

/** The item whose turn it is, and when the next one's comes (epoch ms). */
async function nextOf(uid: string): Promise<{ item: OutboxItem; at: number } | null> {
  const now = Date.now();
  const dated = firstOfEachChain(await itemsOf(uid)).flatMap((item) => {
    const at = dueTime(item, now);
    return at === null ? [] : [{ item, at }];
  });
  return dated.sort((a, b) => a.at - b.at)[0] ?? null;
}

async function sendDue(uid: string, evenOffline: boolean, stopped: AbortSignal): Promise<void> {
  const isOver = () => stopped.aborted || currentUser()?.id !== uid;
  for (;;) {
    const next = await nextOf(uid);
    if (!next || next.at > Date.now() || isOver()) return;
    if (!navigator.onLine && !evenOffline) return;
    const item: OutboxItem = { ...next.item, state: 'sending' };
    await storeItem(item);
    const offline = new AbortController();
    const cut = () => offline.abort();
    addEventListener('offline', cut);
    const outcome = await deliver(item, AbortSignal.any([offline.signal, stopped]));
    removeEventListener('offline', cut);
    if (isOver()) return;
    await storeItem(afterAttempt(item, outcome, Date.now(), Math.random()));
  }
}

/** Sends what the member's outbox holds, each item when it is due, until `stopped`. One tab sends at a time. */
export async function runSender(uid: string, stopped: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let running = false;

  let evenOffline = false;

  const later = (ms: number) => {
    if (stopped.aborted) return;
    timer = setTimeout(() => {
      evenOffline = true;
      wake();
    }, ms);
  };
  const pass = async () => {
    clearTimeout(timer);
    const tries = evenOffline;
    evenOffline = false;
    await exclusively(() => sendDue(uid, tries, stopped));
    const next = await nextOf(uid);
    if (next) later(Math.max(next.at - Date.now(), navigator.onLine ? 0 : LOOK_AGAIN_MS));
  };
  const run = async () => {
    if (running) return;
    running = true;
    while (asked && !stopped.aborted) {
      asked = false;
      await pass().catch(() => later(LOOK_AGAIN_MS));
    }
    running = false;
  };
  const wake = () => {
    asked = true;
    void run();
  };
  await removeOldItems(uid, Date.now());
  if (stopped.aborted) return;
  const { database } = await openOutbox();
  const items = liveQuery(() => itemsIn(database, uid));
  let known = new Set<string>();
  const following = items.subscribe((now) => {
    if (!stopped.aborted && currentUser()?.id === uid) storeWaitingZone(uid, unsentZone(now));
    const unsent = now.filter(isUnsent).map(({ id }) => id);
    if (unsent.some((id) => !known.has(id))) wake();
    known = new Set(unsent);
  });
  const back = () => void retryNow(uid).then(wake, () => undefined);
  addEventListener('online', back, { signal: stopped });
  followSyncRequests(back, stopped);
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    following.unsubscribe();
  });
  wake();
}
