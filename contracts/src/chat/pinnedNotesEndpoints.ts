import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { pinActSchema, pinBoardSchema } from './pinnedNotes';

export const pinnedNotesEndpoints = {
  pinnedNotes: endpoint({
    method: 'GET',
    path: '/api/admin/pinned',
    caller: 'staff',
    failure: 'Failed to fetch the pinned notes',
    cache: NO_STORE,
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
    data: z.object({ board: pinBoardSchema }),
  }),
} as const;
