import { isUnsent, type OutboxItem, type OutboxKind } from '../outbox/item';
import { afterAttempt, deliver, dueTime, type SendingHost, type SendOutcome } from './deliver';

/**
 * What orders items of a kind: `kind` where all of them change the same thing, `target` where those do that name the same
 * ticket or bot, `file` where none does and each carries a file.
 */
const ORDERED_BY: Readonly<Record<OutboxKind, 'kind' | 'target' | 'file'>> = {
  proof: 'file',
  setup: 'file',
  picture: 'file',
  ticket: 'target',
  reply: 'target',
  close: 'target',
  bot: 'target',
  settings: 'kind',
  journal: 'kind',
  learning: 'kind',
  network: 'kind',
  chat: 'kind',
  live: 'kind',
};

/**
 * The chain of an item: items that change the same thing are sent one after the other, in the order they were written.
 */
function chainOf({ id, content }: OutboxItem): string {
  if ('ticketId' in content) return content.ticketId;
  if ('botId' in content) return content.botId;
  return ORDERED_BY[content.kind] === 'kind' ? content.kind : id;
}

/**
 * The unsent items that don't wait for another: a reply waits for its ticket's previous change, a change of settings
 * or of the journal, or an act in a room, for the previous one.
 * @param items in the order in which they were written
 */
export function firstOfEachChain(items: readonly OutboxItem[]): OutboxItem[] {
  const first = new Map<string, OutboxItem>();
  for (const item of items.filter(isUnsent)) {
    const chain = chainOf(item);
    if (!first.has(chain)) first.set(chain, item);
  }
  return [...first.values()];
}

/** Files have a separate lane: a file that is too large for a slow network, or hangs, doesn't block tickets. */
export type Lane = 'files' | 'calls';

export const LANES: readonly Lane[] = ['calls', 'files'];

const laneOf = ({ content: { kind } }: OutboxItem): Lane =>
  ORDERED_BY[kind] === 'file' ? 'files' : 'calls';

/**
 * One tab at a time sends in a lane, and takes the lock for each item. A tab that has waited longer than an item can
 * take (`patienceMs`) assumes that the holder was suspended, and steals the lock.
 */
const LOCKS: Readonly<Record<Lane, { readonly name: string; readonly patienceMs: number }>> = {
  calls: { name: 'quantalgo-outbox', patienceMs: 2 * 60_000 },
  files: { name: 'quantalgo-outbox-files', patienceMs: 15 * 60_000 },
};

/**
 * Runs `work` while no other tab sends in this lane; null if the page is `stopped` first. Without locks, or after a
 * theft from a suspended tab, an item may be sent twice, but the server counts it once.
 * @throws what `work` throws
 */
export async function exclusively<T>(
  lane: Lane,
  work: () => Promise<T>,
  stopped: AbortSignal,
): Promise<T | null> {
  if (!('locks' in navigator)) return work();
  const { name, patienceMs } = LOCKS[lane];
  let doing: Promise<T> | undefined;
  const begin = () => (doing = work());
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  const timer = setTimeout(giveUp, patienceMs);
  stopped.addEventListener('abort', giveUp, { signal: waiting.signal });
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, begin);
  } catch (error) {
    // Another tab stole the lock while `work` ran, or `work` itself failed.
    if (doing) return await doing;
    if (stopped.aborted) return null;
    if (!waiting.signal.aborted) throw error;
    return await navigator.locks.request(name, { steal: true }, begin);
  } finally {
    clearTimeout(timer);
    giveUp();
  }
}

/** A run of the sender. `evenOffline`: also if the browser says that it is offline. */
export interface Sending {
  readonly uid: string;
  readonly host: SendingHost;
  /** The member's items in sending order. */
  readonly itemsOf: (uid: string) => Promise<readonly OutboxItem[]>;
  /** Stores the new state of an item that is stored as unsent; false if it isn't, as another tab sent it. */
  readonly storeItem: (item: OutboxItem) => Promise<boolean>;
  readonly stopped: AbortSignal;
  readonly evenOffline: boolean;
  /** True once the member's session has ended here, or after `stopped`. */
  readonly isOver: () => boolean;
  /** Receives errors of the app itself. */
  readonly onFault: (error: unknown) => void;
}

/** The next item of a lane, and when it is due (epoch ms). */
export async function nextOf(
  { uid, itemsOf }: Pick<Sending, 'uid' | 'itemsOf'>,
  lane: Lane,
): Promise<{ item: OutboxItem; at: number } | null> {
  const now = Date.now();
  const dated = firstOfEachChain(await itemsOf(uid)).flatMap((item) => {
    const at = laneOf(item) === lane ? dueTime(item, now) : null;
    return at === null ? [] : [{ item, at }];
  });
  return dated.sort((a, b) => a.at - b.at)[0] ?? null;
}

/** The outcome of an attempt. `isBack`: the network came back during it. */
interface Tried {
  readonly outcome: SendOutcome;
  readonly isBack: boolean;
}

/** Sends the item; an upload ends when the network goes away or the page is `stopped`. Never rejects. */
async function tryOnce({ host, stopped }: Sending, item: OutboxItem): Promise<Tried> {
  let isBack = false;
  const cut = new AbortController();
  const { signal } = cut;
  const giveUp = () => cut.abort();
  addEventListener('offline', giveUp, { signal });
  addEventListener('online', () => (isBack = true), { signal });
  stopped.addEventListener('abort', giveUp, { signal });
  const outcome = await deliver(host, item, signal);
  giveUp();
  return { outcome, isBack };
}

/** Sends the next item of a lane, unless another tab has sent it meanwhile. False if none is due. */
async function sendNext(sending: Sending, lane: Lane): Promise<boolean> {
  const { evenOffline, isOver, storeItem, onFault } = sending;
  const next = await nextOf(sending, lane);
  if (!next || next.at > Date.now() || isOver()) return false;
  if (!navigator.onLine && !evenOffline) return false;
  const item: OutboxItem = { ...next.item, state: 'sending' };
  if (!(await storeItem(item))) return true;
  const { outcome, isBack } = await tryOnce(sending, item);
  const isFinal = outcome.type === 'sent' || outcome.type === 'refused';
  if (isOver() && !isFinal) return false;
  if (outcome.type === 'unreachable' && outcome.fault !== null) onFault(outcome.cause);
  // The return of the network found it under way and made it due no sooner.
  const tried = isBack ? { ...item, attempts: 0 } : item;
  await storeItem(afterAttempt(tried, outcome, Date.now(), Math.random()));
  return !isOver();
}

/** Sends all due items of a lane one after the other. @returns the number of attempts */
export async function sendDue(sending: Sending, lane: Lane): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const next = await nextOf(sending, lane);
    if (!next || next.at > Date.now()) return tries;
    const isTried = await exclusively(lane, () => sendNext(sending, lane), sending.stopped);
    if (isTried !== true) return tries;
  }
}
