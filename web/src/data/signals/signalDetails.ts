import type { User } from '@quantalgo/contracts/account/member';
import { getAudiences } from '@quantalgo/contracts/access/access';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import { type RecordCandle, recordCandleSchema } from '@quantalgo/contracts/signals/signal';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import { call } from '../auth/call';
import { getCurrentUser, useMember } from '../auth/currentSession';
import { ApiError, toFailureText } from '../core/errors';
import { useOnline } from '../core/useOnline';
import { useRequest } from '../core/useRequest';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readCursor, storeSignals, toAudiencesKey } from '../storage/signalTable';

/** `stored` takes effect once the caller's live query shows the signal. */
type FetchResult = 'stored' | 'absent';

async function fetchSignal(user: User, id: string): Promise<FetchResult> {
  try {
    const { data } = await call(signalsEndpoints.signal, { params: { id } });
    const batch = { signals: [receivedSignalSchema.parse(data)], unparsed: [] };
    const arrival = { receivedAt: serverNow(), live: false };
    await withDatabase(user.id, (database) =>
      storeSignals(database, getAudiences(user), batch, arrival, false),
    );
    return 'stored';
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'absent';
    throw error;
  }
}

export type FetchState =
  | { readonly name: 'loading' | 'absent' | 'offline' }
  | {
      readonly name: 'failed';
      readonly failure: string;
      readonly isRetrying: boolean;
      readonly retry: () => void;
    };

/**
 * Fetches and stores a signal that this device lacks, again once online. Waits for the cursor of
 * the member's audiences, because nothing can be stored before.
 */
export function useFetchedSignal(id: string): FetchState {
  const member = useMember();
  const online = useOnline();
  const audiences = member && toAudiencesKey(getAudiences(member));
  const cursor = useStored(readCursor);
  const canStore = audiences !== null && cursor?.audiences === audiences;
  const [retriedFailure, setRetriedFailure] = useState<string | null>(null);
  const { data, failure, reload } = useRequest(
    async () => (member ? fetchSignal(member, id) : 'absent'),
    {
      key: canStore ? `${id} ${audiences}` : null,
      failure: toFailureText(signalsEndpoints.signal),
    },
  );
  if (data === 'absent') return { name: 'absent' };
  if (!online) return { name: 'offline' };
  const shownFailure = failure ?? retriedFailure;
  if (shownFailure === null) return { name: 'loading' };
  const retry = () => {
    setRetriedFailure(failure);
    reload();
  };
  return { name: 'failed', failure: shownFailure, isRetrying: failure === null, retry };
}

const rowSchema = z.object({ candles: z.array(recordCandleSchema) });

type Chart =
  | { readonly state: 'loaded'; readonly candles: readonly RecordCandle[] }
  | { readonly state: 'loading' | 'none' | 'failed' };

async function fetchChart(id: string): Promise<boolean> {
  const user = getCurrentUser();
  if (!user) return false;
  const { data: candles } = await call(signalsEndpoints.signalChart, { params: { id } });
  if (candles.length === 0) return false;
  const row = { id, candles };
  await withDatabase(user.id, ({ charts }) => charts.put(row));
  return true;
}

const noop = () => undefined;

export function useChart(id: string): { readonly chart: Chart; readonly load: () => void } {
  const [request, setRequest] = useState<{
    readonly id: string;
    readonly state: 'none' | 'failed';
  }>();
  const candles = useStored(
    async ({ charts }) => rowSchema.safeParse(await charts.get(id)).data?.candles ?? null,
    [id],
  );
  const load = useCallback(() => {
    fetchChart(id).then(
      (hasCandles) => hasCandles || setRequest({ id, state: 'none' }),
      () => setRequest({ id, state: 'failed' }),
    );
  }, [id]);
  if (candles) return { chart: { state: 'loaded', candles: candles }, load };
  const state = request?.id === id ? request.state : 'loading';
  return { chart: { state }, load: candles === null ? load : noop };
}
