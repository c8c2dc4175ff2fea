import { audiencesOf, receivedSignalSchema } from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { call } from '../api/call';
import { ApiError } from '../api/errors';
import { serverNow } from '../clock/clock';
import { currentUser } from '../session/store';
import { withDatabase } from '../storage/memberDatabase';
import { keepSignals } from './keepSignals';

/** How it stands with a signal that is not on this device: asked for, not for this member, or out of reach. */
export type Fetching = 'asking' | 'absent' | 'offline';

/** Asks the server for a signal and stores it; says what came of that where it did not come. */
async function fetchSignal(id: string): Promise<Fetching> {
  const user = currentUser();
  if (!user) return 'absent';
  try {
    const { data } = await call('signal', { params: { id } });
    const signal = receivedSignalSchema.parse(data);
    const arrival = { receivedAt: serverNow(), live: false };
    await withDatabase(user.id, (database) =>
      keepSignals(database, audiencesOf(user), [signal], arrival, false),
    );
    return 'asking';
  } catch (error) {
    return error instanceof ApiError ? 'absent' : 'offline';
  }
}

/** Fetches a signal when `missing` here, so that a link to it opens on a new device too. */
export function useFetchedSignal(id: string, missing: boolean): Fetching {
  const [came, setCame] = useState<{ readonly id: string; readonly how: Fetching } | null>(null);
  useEffect(() => {
    if (!missing) return;
    let current = true;
    void fetchSignal(id).then((how) => {
      if (current) setCame({ id, how });
    });
    return () => {
      current = false;
    };
  }, [id, missing]);
  return came?.id === id ? came.how : 'asking';
}
