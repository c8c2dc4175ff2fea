import { slotIdSchema } from '@quantalgo/contracts/core/slotId';
import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import * as z from 'zod/mini';
import { call } from '../auth/call';
import { type Batch, readListed } from '../storage/quarantine';

/** Signals per page, the server's limit. */
export const PAGE = 100;

const named = z.object({ id: slotIdSchema });

/** A page of signals, newest first. */
interface SignalPage {
  readonly batch: Batch;
  /** Start of the oldest slot (epoch ms); null on the last page, before which there is nothing. */
  readonly oldest: number | null;
}

/**
 * Fetches a page of signals: those of slots before a time (epoch ms), else the newest.
 * @throws Error where a full page names no slot: the next one would be the same
 * @throws ApiError @throws NetworkError
 */
export async function pageBefore(before: number | null): Promise<SignalPage> {
  const until = before !== null && { before: new Date(before).toISOString() };
  const query = { limit: String(PAGE), ...until };
  const { data } = await call(signalsEndpoints.signals, { query });
  const batch = readListed(data);
  if (data.length < PAGE) return { batch, oldest: null };
  const slots = data.flatMap((row) => {
    const id = named.safeParse(row).data?.id;
    return id === undefined ? [] : [slotStartOfId(id)];
  });
  if (slots.length === 0) throw new Error('A page of signals names no slot');
  return { batch, oldest: Math.min(...slots) };
}
