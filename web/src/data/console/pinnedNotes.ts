import type { PinAct, PinnedNote } from '@quantalgo/contracts/chat/pinnedNotes';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { call } from '../auth/call';
import { fallbackMessage } from '../auth/errors';
import { asStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

const boards = createQueryCache<readonly PinnedNote[]>();

export const usePinned = (): StaffQuery<readonly PinnedNote[]> =>
  useStaffQuery(
    boards,
    'pinned',
    async () => (await call(pinnedNotesEndpoints.pinnedNotes, {})).data.board?.notes ?? [],
    fallbackMessage(pinnedNotesEndpoints.pinnedNotes),
  );

export async function changePinned(
  body: PinAct,
  idempotencyKey: string,
): Promise<readonly PinnedNote[]> {
  const sendChange = () => call(pinnedNotesEndpoints.changePinned, { body, idempotencyKey });
  return (await asStaff(sendChange)).data.board.notes;
}
