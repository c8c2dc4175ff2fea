import { recordCandleSchema, type RecordCandle } from '@quantalgo/contracts';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../api/call';
import { currentUser } from '../session/store';
import { withDatabase } from '../storage/memberDatabase';
import { useStored } from '../storage/useStored';

const rowSchema = z.object({ candles: z.array(recordCandleSchema) });

/** The candles around a signal: kept here; none kept; or not known, and how it stands with asking for them. */
export type Chart =
  | { readonly state: 'here'; readonly candles: readonly RecordCandle[] }
  | { readonly state: 'reading' | 'none' | 'failed' };

/** Fetches the candles and keeps them, so that they are there offline; says false where there are none. */
async function fetchChart(id: string): Promise<boolean> {
  const user = currentUser();
  if (!user) return false;
  const { data: candles } = await call('signalChart', { params: { id } });
  if (candles.length === 0) return false;
  const row = { id, candles };
  await withDatabase(user.id, ({ charts }) => charts.put(row));
  return true;
}

const noLoad = () => undefined;

/** The candles around a settled signal, and what fetches them where this device has none yet. */
export function useChart(id: string): { readonly chart: Chart; readonly load: () => void } {
  const [asked, setAsked] = useState<{ readonly id: string; readonly state: 'none' | 'failed' }>();
  const kept = useStored(
    async ({ charts }) => rowSchema.safeParse(await charts.get(id)).data?.candles ?? null,
    [id],
  );
  const load = useCallback(() => {
    fetchChart(id).then(
      (came) => came || setAsked({ id, state: 'none' }),
      () => setAsked({ id, state: 'failed' }),
    );
  }, [id]);
  if (kept) return { chart: { state: 'here', candles: kept }, load };
  const state = asked?.id === id ? asked.state : 'reading';
  return { chart: { state }, load: kept === null ? load : noLoad };
}
