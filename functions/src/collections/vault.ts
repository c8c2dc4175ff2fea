import { learningDocumentSchema } from '@quantalgo/contracts/vault/learning';
import { API, type Collections, ownedByMember } from './collection';

export const LEARNING = {
  learning: {
    id: '{uid}',
    holds: 'the lessons that a member finished, their answers and notes',
    schema: learningDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember({ as: 'learning' }),
    kept: 'until deletion',
    unindexed: ['days', 'lessons'],
    served: 'its member via the API',
    ...API,
  },
} as const satisfies Collections;
