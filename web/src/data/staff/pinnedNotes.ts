import { type PinAct, type PinnedNote, pinnedNotesEndpoints } from '@quantalgo/contracts';
import { call } from '../session/call';
import { type Answer, asStaff, failureWords, staffMemory, useAnswer } from './answers';

const boards = staffMemory<readonly PinnedNote[]>();

/** The notes that are pinned above the Essential Room's chat, newest first. */
export const usePinned = (): Answer<readonly PinnedNote[]> =>
  useAnswer(
    boards,
    'pinned',
    async () => (await call(pinnedNotesEndpoints.pinnedNotes, {})).data.board?.notes ?? [],
    failureWords(pinnedNotesEndpoints.pinnedNotes),
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
