import { type Bot, botsSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { withDatabase } from '../storage/memberDatabase';

/** Key of the row of `meta` that holds the member's bots as the server last answered them. */
export const BOTS_ROW = 'bots';

/** The server's bots, as this device last heard of them. */
export interface StoredBots {
  readonly bots: readonly Bot[];
  /** Up to which of this device's own changes (`seq` in the outbox) the server had sent them. */
  readonly upTo: number;
}

const ALL = Number.MAX_SAFE_INTEGER;

const rowSchema = z.object({ bots: botsSchema, upTo: z._default(z.number(), ALL) });

/** The bots of a row; none, without any change, where there is none that this build can read. */
export const botsOfRow = (row: unknown): StoredBots =>
  rowSchema.safeParse(row).data ?? { bots: [], upTo: -1 };

/**
 * Stores the bots that the server answered; what is read of them is parsed.
 * @param upTo this device's last change (`seq` in the outbox) that the server had by then
 * @throws Error if nothing can be stored
 */
export async function storeBots(uid: string, bots: unknown, upTo = ALL): Promise<void> {
  await withDatabase(uid, ({ meta }) => meta.put({ id: BOTS_ROW, bots, upTo }));
}
