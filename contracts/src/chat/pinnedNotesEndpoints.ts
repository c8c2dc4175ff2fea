import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { pinActSchema, pinBoardSchema } from './pinnedNotes';

/** The notes that staff pin above the Essential Room's chat. */
export const pinnedNotesEndpoints = {
  pinnedNotes: endpoint({
    method: 'GET',
    path: '/api/admin/pinned',
    caller: 'staff',
    failure: 'Failed to fetch the pinned notes',
    cache: NO_STORE,
    /** Null before the first note. */
    data: z.object({ board: z.nullable(pinBoardSchema) }),
  }),
  changePinned: endpoint({
    method: 'POST',
    path: '/api/admin/pinned',
    caller: 'staff',
    idempotent: true,
    failure: 'Failed to change the pinned notes',
    cache: NO_STORE,
    body: pinActSchema,
    /** The notes as they are then. */
    data: z.object({ board: pinBoardSchema }),
  }),
} as const;
