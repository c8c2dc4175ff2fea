import { type Bot, botsSchema } from '@quantalgo/contracts/bots/bot';
import * as z from 'zod/mini';
import { withDatabase } from '../storage/memberDatabase';

/** Key of the row of `meta` that holds the member's bots as the server last answered them. */
export const BOTS_ROW = 'bots';

/** The server's bots, as this device last heard of them. */
export interface StoredBots {
  readonly bots: readonly Bot[];
  /** The last of this device's own changes that they hold: its id in the outbox; null where they hold none. */
  readonly upTo: string | null;
}

const rowSchema = z.object({ bots: botsSchema, upTo: z._default(z.nullable(z.string()), null) });

/** The bots of a row; none, without any change, where there is none that this build can read. */
export const botsOfRow = (row: unknown): StoredBots =>
  rowSchema.safeParse(row).data ?? { bots: [], upTo: null };

/**
 * Stores the bots that the server answered; what is read of them is parsed.
 * @param upTo id in the outbox of this device's last change that the server had by then; null where it had none
 * @throws Error if nothing can be stored
 */
export async function storeBots(
  uid: string,
  bots: unknown,
  upTo: string | null = null,
): Promise<void> {
  await withDatabase(uid, ({ meta }) => meta.put({ id: BOTS_ROW, bots, upTo }));
}
