import { type PinBoard, pinBoardSchema } from '@quantalgo/contracts/chat/pinnedNotes';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../database/tables';

/** Stored with the messages, so that it is cleared with them when access ends. */
const BOARD_ROW = 'pinned-notes';

const rowSchema = z.object({ board: pinBoardSchema });

export const readBoard = async ({ messages }: MemberDatabase): Promise<PinBoard | null> =>
  rowSchema.safeParse(await messages.get(BOARD_ROW)).data?.board ?? null;

export const storeBoard = (database: MemberDatabase, board: PinBoard): Promise<void> =>
  database.transaction('rw', database.messages, async () => {
    const stored = await readBoard(database);
    if (stored === null || Date.parse(stored.changedAt) <= Date.parse(board.changedAt))
      await database.messages.put({ id: BOARD_ROW, board });
  });
