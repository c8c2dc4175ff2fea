import type { Audience } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';

const ID = 'cursor';
const cursorSchema = z.object({ audiences: z.string(), updatedAt: z.nullable(z.number()) });

/** How far the stored signals of these audiences are complete. */
export interface Cursor {
  readonly audiences: string;
  /** `updatedAt` (epoch ms) of the newest change received; null before the first. */
  readonly updatedAt: number | null;
}

/** Names a set of audiences: signals of one set say nothing of how complete another is. */
export const audiencesKey = (audiences: readonly Audience[]): string =>
  [...audiences].sort().join(' ');

/** Where the next catch-up begins; null where nothing was stored yet. */
export async function readCursor({ meta }: MemberDatabase): Promise<Cursor | null> {
  const parsed = cursorSchema.safeParse(await meta.get(ID));
  return parsed.success ? parsed.data : null;
}

/** Keeps it. To be called in the transaction that writes the signals it tells of. */
export async function writeCursor({ meta }: MemberDatabase, cursor: Cursor): Promise<void> {
  await meta.put({ id: ID, ...cursor });
}
