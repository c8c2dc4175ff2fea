import { type PinBoard, pinBoardSchema } from '@quantalgo/contracts/chat/pinnedNotes';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';

/** Key of the board's row beside the messages, with which it leaves the device when access ends. It is no message. */
const ROW = 'pinned-notes';

const rowSchema = z.object({ board: pinBoardSchema });

/** The pinned notes as the last sync of this device brought them; null before the first. */
export const readBoard = async ({ messages }: MemberDatabase): Promise<PinBoard | null> =>
  rowSchema.safeParse(await messages.get(ROW)).data?.board ?? null;

/** Stores the pinned notes that a sync brought, never older ones over newer ones. */
export const storeBoard = (database: MemberDatabase, board: PinBoard): Promise<void> =>
  database.transaction('rw', database.messages, async () => {
    const kept = await readBoard(database);
    if (kept === null || Date.parse(kept.changedAt) <= Date.parse(board.changedAt))
      await database.messages.put({ id: ROW, board });
  });
