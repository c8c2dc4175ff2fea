import { type Bot, botsSchema } from '@quantalgo/contracts/bots/bot';
import * as z from 'zod/mini';
import { withDatabase } from '../storage/memberDatabase';

export const BOTS_ROW = 'bots';

export interface StoredBots {
  readonly bots: readonly Bot[];
  /** Outbox id of the last change from this device that these bots include. */
  readonly upTo: string | null;
}

const rowSchema = z.object({ bots: botsSchema, upTo: z.nullable(z.string()) });

/** Null if this device doesn't have the account's bots yet. */
export const parseBotsRow = (row: unknown): StoredBots | null =>
  rowSchema.safeParse(row).data ?? null;

export async function storeBots(
  uid: string,
  bots: unknown,
  upTo: string | null = null,
): Promise<void> {
  await withDatabase(uid, ({ meta }) => meta.put({ id: BOTS_ROW, bots, upTo }));
}
