import { audiencesOf, receivedSignalSchema, type User } from '@quantalgo/contracts';
import { ApiError } from '../session/errors';
import { call, callIfChanged } from '../session/call';
import { recordContact, serverNow } from '../core/clock';
import { OVERLAP_MS } from './firestore';
import { currentUser } from '../session/currentSession';
import { readCursor, storeSignals } from '../storage/signalTable';
import { storePerformance } from '../signals/useSignals';
import { withDatabase } from '../storage/memberDatabase';
import { backOff, type SyncEvent } from './machine';

/** The list is asked for this often (ms), as the specification has it. */
const POLL_MS = 2000;

/** What the last reply carried, for the same question. */
interface Known {
  readonly question: string;
  readonly etag: string | null;
}

/** What changed after the cursor; without one the newest, which may leave a gap: that is for the stream to fill. */
const queryFor = (cursor: number | null) =>
  cursor === null
    ? ({ limit: '100', sortOrder: 'desc' } as const)
    : ({
        limit: '100',
        sortOrder: 'asc',
        updatedAfter: new Date(Math.max(0, cursor - OVERLAP_MS)).toISOString(),
      } as const);

/** Asks once, and stores what is new. */
async function poll(user: User, known: Known | null): Promise<Known> {
  const cursor = (await withDatabase(user.id, readCursor))?.updatedAt ?? null;
  const query = queryFor(cursor);
  const question = JSON.stringify(query);
  const etag = known?.question === question ? known.etag : null;
  const reply = await callIfChanged('signals', { query }, etag);
  recordContact(serverNow());
  if (!reply) return { question, etag };
  const signals = reply.data.map((signal) => receivedSignalSchema.parse(signal));
  const arrival = { receivedAt: serverNow(), live: false };
  const audiences = audiencesOf(user);
  const { data: figures } = await call('performance', {});
  await withDatabase(user.id, async (database) => {
    await storeSignals(database, audiences, signals, arrival, cursor !== null);
    await storePerformance(database, figures);
  });
  return { question, etag: reply.etag };
}

const whenVisible = (stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (!document.hidden || stopped.aborted) return resolve();
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

/**
 * Asks for the list over and over while the page is visible, more seldom while it fails, until `stopped` or until the
 * member is gone.
 */
export async function startPolling(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): Promise<void> {
  let known: Known | null = null;
  let failures = 0;
  for (;;) {
    await whenVisible(stopped);
    const user = currentUser();
    if (stopped.aborted || user?.id !== uid) return;
    try {
      known = await poll(user, known);
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
