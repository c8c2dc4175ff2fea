import { parseSlotId, slotIdSchema } from '@quantalgo/contracts/core/slots';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import * as z from 'zod/mini';
import { call } from '../auth/call';
import { type Batch, parseListedSignals } from '../storage/quarantine';

export const SIGNALS_PER_PAGE = 100;

const idSchema = z.object({ id: slotIdSchema });

interface SignalPage {
  readonly batch: Batch;
  /** Start of the oldest slot (epoch ms); null on the last page. */
  readonly oldest: number | null;
}

/**
 * @param before epoch ms; null for the newest page
 * @throws Error if a full page has no slot, because the next page would be the same
 */
export async function fetchPageBefore(before: number | null): Promise<SignalPage> {
  const until = before !== null && { before: new Date(before).toISOString() };
  const query = { limit: String(SIGNALS_PER_PAGE), ...until };
  const { data } = await call(signalsEndpoints.signals, { query });
  const batch = parseListedSignals(data);
  if (data.length < SIGNALS_PER_PAGE) return { batch, oldest: null };
  const slots = data.flatMap((row) => {
    const id = idSchema.safeParse(row).data?.id;
    return id === undefined ? [] : [parseSlotId(id)];
  });
  if (slots.length === 0) throw new Error('No signal on this page has a slot id');
  return { batch, oldest: Math.min(...slots) };
}
