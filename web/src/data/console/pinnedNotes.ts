import type { PinAct, PinnedNote } from '@quantalgo/contracts/chat/pinnedNotes';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { call } from '../auth/call';
import { fallbackMessage } from '../auth/errors';
import { asStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

const boards = createQueryCache<readonly PinnedNote[]>();

/** The notes that are pinned above the Essential Room's chat, newest first. */
export const usePinned = (): StaffQuery<readonly PinnedNote[]> =>
  useStaffQuery(
    boards,
    'pinned',
    async () => (await call(pinnedNotesEndpoints.pinnedNotes, {})).data.board?.notes ?? [],
    fallbackMessage(pinnedNotesEndpoints.pinnedNotes),
  );

/**
 * Pins a note, edits one or takes it down; the same key again does nothing more.
 * @returns the notes as they are then
 * @throws ApiError @throws NetworkError
 */
export async function changePinned(
  body: PinAct,
  idempotencyKey: string,
): Promise<readonly PinnedNote[]> {
  const changed = () => call(pinnedNotesEndpoints.changePinned, { body, idempotencyKey });
  return (await asStaff(changed)).data.board.notes;
}
