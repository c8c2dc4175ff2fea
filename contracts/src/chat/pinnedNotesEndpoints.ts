import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { pinActionSchema, pinBoardSchema } from './pinnedNotes';

export const pinnedNotesEndpoints = {
  /** The notes that staff pinned above the chat of the Essential Room, newest first. */
  pinnedNotes: endpoint({
    method: 'GET',
    path: '/api/admin/pinned',
    caller: 'staff',
    failure: 'Failed to fetch the pinned notes',
    cache: NO_STORE,
    data: z.object({ board: z.nullable(pinBoardSchema) }),
  }),
  /** Pins, edits or removes a note above the chat. The idempotency key is the id of a new note. */
  changePinned: endpoint({
    method: 'POST',
    path: '/api/admin/pinned',
    caller: 'staff',
    idempotent: true,
    failure: 'Failed to change the pinned notes',
    cache: NO_STORE,
    body: pinActionSchema,
    data: z.object({ board: pinBoardSchema }),
  }),
} as const;
