import type { PinAction, PinnedNote } from '@quantalgo/contracts/chat/pinnedNotes';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { runAsStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

const boards = createQueryCache<readonly PinnedNote[]>();

export const usePinned = (): StaffQuery<readonly PinnedNote[]> =>
  useStaffQuery(
    boards,
    'pinned',
    async () => (await call(pinnedNotesEndpoints.pinnedNotes, {})).data.board?.notes ?? [],
    toFailureText(pinnedNotesEndpoints.pinnedNotes),
  );

export async function changePinned(
  body: PinAction,
  idempotencyKey: string,
): Promise<readonly PinnedNote[]> {
  const sendChange = () => call(pinnedNotesEndpoints.changePinned, { body, idempotencyKey });
  return (await runAsStaff(sendChange)).data.board.notes;
}
