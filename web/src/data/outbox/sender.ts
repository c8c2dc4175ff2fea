import { liveQuery } from 'dexie';
import { currentUser } from '../session/store';
import { afterAttempt, dueTime } from './attempt';
import { followWorker } from './backgroundSync';
import { firstOfEach } from './chains';
import { openOutbox } from './database';
import { deliver } from './deliver';
import { isUnsent, type OutboxItem } from './item';
import { hurry, itemsIn, itemsOf, keep, tidy } from './outbox';

const LOCK = 'quantalgo-outbox';
/** A browser that says it is offline may be wrong: it is put to the test this often (ms). So is an outbox that fails. */
const LOOK_AGAIN_MS = 60_000;

/** Runs `work` while no other tab sends. Browsers without locks rely on the server, which counts each item once. */
const exclusively = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(LOCK, work) : work();

/** The item whose turn it is, and when the next one's comes (epoch ms). */
async function nextOf(uid: string): Promise<{ item: OutboxItem; at: number } | null> {
  const now = Date.now();
  const dated = firstOfEach(await itemsOf(uid)).flatMap((item) => {
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
    await keep(item);
    const offline = new AbortController();
    const cut = () => offline.abort();
    addEventListener('offline', cut);
    const outcome = await deliver(item, AbortSignal.any([offline.signal, stopped]));
    removeEventListener('offline', cut);
    if (isOver()) return;
    await keep(afterAttempt(item, outcome, Date.now(), Math.random()));
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
  await tidy(uid, Date.now());
  if (stopped.aborted) return;
  const { database } = await openOutbox();
  const items = liveQuery(() => itemsIn(database, uid));
  let known = new Set<string>();
  const following = items.subscribe((now) => {
    const unsent = now.filter(isUnsent).map(({ id }) => id);
    if (unsent.some((id) => !known.has(id))) wake();
    known = new Set(unsent);
  });
  const back = () => void hurry(uid).then(wake, () => undefined);
  addEventListener('online', back, { signal: stopped });
  followWorker(back, stopped);
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    following.unsubscribe();
  });
  wake();
}
