import { type Bot, botsSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { withDatabase } from '../storage/memberDatabase';

/** Key of the row of `meta` that holds the member's bots as the server last answered them. */
export const BOTS_ROW = 'bots';

const rowSchema = z.object({ bots: botsSchema });

/** The bots of a row; null where there is none that this build can read. */
export const botsOfRow = (row: unknown): readonly Bot[] | null =>
  rowSchema.safeParse(row).data?.bots ?? null;

/** Stores the bots that the server answered; what is read of them is parsed. @throws Error if nothing can be stored */
export async function storeBots(uid: string, bots: unknown): Promise<void> {
  await withDatabase(uid, ({ meta }) => meta.put({ id: BOTS_ROW, bots }));
}
