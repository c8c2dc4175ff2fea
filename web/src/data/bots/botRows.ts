import { type Bot, botsSchema } from '@quantalgo/contracts/bots/bot';
import * as z from 'zod/mini';
import { withDatabase } from '../storage/memberDatabase';

/** Row of `meta` with the server's last answer. */
export const BOTS_ROW = 'bots';

export interface StoredBots {
  readonly bots: readonly Bot[];
  /** Outbox id of this device's last change that they include. */
  readonly upTo: string | null;
}

const rowSchema = z.object({ bots: botsSchema, upTo: z._default(z.nullable(z.string()), null) });

/** Empty if this build can't read the row. */
export const botsOfRow = (row: unknown): StoredBots =>
  rowSchema.safeParse(row).data ?? { bots: [], upTo: null };

/**
 * @param bots not parsed yet
 * @param upTo outbox id of this device's last change that the server had by
 * then
 * @throws Error if nothing can be stored
 */
export async function storeBots(
  uid: string,
  bots: unknown,
  upTo: string | null = null,
): Promise<void> {
  await withDatabase(uid, ({ meta }) => meta.put({ id: BOTS_ROW, bots, upTo }));
}
