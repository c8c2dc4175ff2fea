import { TooManyConflictsError } from '@quantalgo/contracts/journal/write';
import { createIdempotentCall } from '../platform/core/idempotency';
import { JournalFullError, readJournal, writeJournal } from '../platform/journal/journal';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

export const createJournalHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'journal' | 'writeJournal'> => ({
  async journal({ query: { after }, caller: { session } }) {
    await enforceLimits(deps.limiter, ['memberJournalPages', session.uid]);
    return { data: await readJournal(deps.firestore, session.uid, after) };
  },

  async writeJournal({ body: { writes }, caller: { session }, idempotencyKey: key }) {
    const { clock, firestore, limiter } = deps;
    const { uid } = session;
    await enforceLimits(limiter, ['memberJournalWrites', uid]);
    const call = createIdempotentCall(uid, key, 'writeJournal', writes);
    try {
      return { data: { entries: await writeJournal(firestore, call, writes, clock()) } };
    } catch (error) {
      if (error instanceof JournalFullError || error instanceof TooManyConflictsError)
        throw new HttpError(409, error.message);
      throw error;
    }
  },
});
