import { isUnsent, type OutboxItem, type OutboxKind } from '../outbox/item';
import {
  applyAttempt,
  deliver,
  getItemDueTime,
  type SendingHost,
  type SendOutcome,
} from './deliver';

/**
 * How items are ordered. `kind`: among all items of the kind. `target`: among items for the same
 * ticket or bot. `file`: not at all, because each item is independent and carries a file.
 */
const ORDERING: Readonly<Record<OutboxKind, 'kind' | 'target' | 'file'>> = {
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

function getChain({ id, content }: OutboxItem): string {
  if ('ticketId' in content) return content.ticketId;
  if ('botId' in content) return content.botId;
  return ORDERING[content.kind] === 'kind' ? content.kind : id;
}

/** The first unsent item of each chain. @param items in the order in which they were written */
export function findChainHeads(items: readonly OutboxItem[]): OutboxItem[] {
  const headByChain = new Map<string, OutboxItem>();
  for (const item of items.filter(isUnsent)) {
    const chain = getChain(item);
    if (!headByChain.has(chain)) headByChain.set(chain, item);
  }
  return [...headByChain.values()];
}

/** Files have a separate lane, so that a slow upload doesn't block tickets. */
export type Lane = 'files' | 'calls';

export const LANES: readonly Lane[] = ['calls', 'files'];

const getLane = ({ content: { kind } }: OutboxItem): Lane =>
  ORDERING[kind] === 'file' ? 'files' : 'calls';

/**
 * Only one tab at a time sends in a lane. It takes the lock for each item. After `patienceMs`, a
 * waiting tab assumes that the holder was suspended and steals the lock.
 */
const LOCKS: Readonly<Record<Lane, { readonly name: string; readonly patienceMs: number }>> = {
  calls: { name: 'quantalgo-outbox', patienceMs: 2 * 60_000 },
  files: { name: 'quantalgo-outbox-files', patienceMs: 15 * 60_000 },
};

/**
 * Runs `work` while no other tab sends in this lane; null if `signal` aborts first. Without
 * locks, or after a lock was stolen, an item may be sent twice. The server counts it once.
 * Rethrows errors of `work`.
 */
export async function withLaneLock<T>(
  lane: Lane,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | null> {
  if (!('locks' in navigator)) return work();
  const { name, patienceMs } = LOCKS[lane];
  let result: Promise<T> | undefined;
  const start = () => (result = work());
  const lockController = new AbortController();
  const abort = () => lockController.abort();
  const timer = setTimeout(abort, patienceMs);
  signal.addEventListener('abort', abort, { signal: lockController.signal });
  try {
    return await navigator.locks.request(name, { signal: lockController.signal }, start);
  } catch {
    // Either another tab stole the lock while `work` ran, or `work` itself failed.
    if (result) return await result;
    if (signal.aborted) return null;
    // Browsers that block site data refuse locks.
    if (!lockController.signal.aborted) return await start();
    return await navigator.locks.request(name, { steal: true }, start);
  } finally {
    clearTimeout(timer);
    abort();
  }
}

/** `evenOffline`: sends even if the browser reports offline, because that may be wrong. */
export interface Sending {
  readonly uid: string;
  readonly host: SendingHost;
  readonly readItems: (uid: string) => Promise<readonly OutboxItem[]>;
  /** False if the item is no longer stored as unsent, because another tab sent it. */
  readonly storeItem: (item: OutboxItem) => Promise<boolean>;
  readonly stopped: AbortSignal;
  readonly evenOffline: boolean;
  readonly isOver: () => boolean;
  readonly onFault: (error: unknown) => void;
}

export async function findNextItem(
  { uid, readItems }: Pick<Sending, 'uid' | 'readItems'>,
  lane: Lane,
): Promise<{ item: OutboxItem; at: number } | null> {
  const now = Date.now();
  const dueItems = findChainHeads(await readItems(uid)).flatMap((item) => {
    const at = getLane(item) === lane ? getItemDueTime(item, now) : null;
    return at === null ? [] : [{ item, at }];
  });
  return dueItems.sort((a, b) => a.at - b.at)[0] ?? null;
}

interface Attempt {
  readonly outcome: SendOutcome;
  readonly isBackOnline: boolean;
}

/** Aborts an upload when the network is lost or `stopped` aborts. Never rejects. */
async function attemptSend({ host, stopped }: Sending, item: OutboxItem): Promise<Attempt> {
  let isBackOnline = false;
  const upload = new AbortController();
  const listeners = new AbortController();
  const { signal } = listeners;
  const abortUpload = () => upload.abort();
  addEventListener('offline', abortUpload, { signal });
  addEventListener('online', () => (isBackOnline = true), { signal });
  stopped.addEventListener('abort', abortUpload, { signal });
  const outcome = await deliver(host, item, upload.signal);
  listeners.abort();
  return { outcome, isBackOnline };
}

async function sendNext(sending: Sending, lane: Lane): Promise<boolean> {
  const { evenOffline, isOver, storeItem, onFault } = sending;
  const next = await findNextItem(sending, lane);
  if (!next || next.at > Date.now() || isOver()) return false;
  if (!navigator.onLine && !evenOffline) return false;
  const item: OutboxItem = { ...next.item, state: 'sending' };
  if (!(await storeItem(item))) return true;
  const { outcome, isBackOnline } = await attemptSend(sending, item);
  const isFinal = outcome.type === 'sent' || outcome.type === 'refused';
  if (isOver() && !isFinal) return false;
  if (outcome.type === 'unreachable' && outcome.fault !== null) onFault(outcome.cause);
  // The network came back during the attempt, so the backoff starts over.
  const attempted = isBackOnline ? { ...item, attempts: 0 } : item;
  await storeItem(applyAttempt(attempted, outcome, Date.now(), Math.random()));
  return !isOver();
}

export async function sendDue(sending: Sending, lane: Lane): Promise<number> {
  for (let attempts = 0; ; attempts += 1) {
    const next = await findNextItem(sending, lane);
    if (!next || next.at > Date.now()) return attempts;
    const wasAttempted = await withLaneLock(lane, () => sendNext(sending, lane), sending.stopped);
    if (wasAttempted !== true) return attempts;
  }
}
