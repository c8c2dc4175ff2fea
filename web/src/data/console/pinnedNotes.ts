import type { PinAction, PinnedNote } from '@quantalgo/contracts/chat/pinnedNotes';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { type Request, useRequest } from '../core/useRequest';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { runAsStaff, createStaffCache } from './queries';

const boards = createStaffCache<readonly PinnedNote[]>();

export const usePinned = (): Request<readonly PinnedNote[]> =>
  useRequest(
    async () => (await call(pinnedNotesEndpoints.pinnedNotes, {})).data.board?.notes ?? [],
    { cache: boards, key: 'pinned', failure: toFailureText(pinnedNotesEndpoints.pinnedNotes) },
  );

export async function changePinned(
  body: PinAction,
  idempotencyKey: string,
): Promise<readonly PinnedNote[]> {
  const sendChange = () => call(pinnedNotesEndpoints.changePinned, { body, idempotencyKey });
  return (await runAsStaff(sendChange)).data.board.notes;
}
