import { journalDocumentSchema } from '@quantalgo/contracts/journal/entry';
import * as z from 'zod/mini';
import { API, type Collections, notExported, ownedByMember } from './collection';
import { count } from './fields';

export const journalHeadDocument = z.object({ seq: count, entries: count });

export const JOURNAL = {
  journal: {
    id: '{uid_slot}',
    holds: 'what a member did with a signal, in their own words and figures',
    schema: journalDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember({ as: 'journal' }),
    kept: 'until deletion',
    queries: ['uid, seq asc'],
    unindexed: ['trades', 'note', 'tags', 'conflicts'],
    served: 'its member via the API',
    ...API,
  },
  journalHeads: {
    id: '{uid}',
    holds: 'how often a member’s journal changed, and how many entries it has',
    schema: journalHeadDocument,
    wayIn: 'none',
    waiting: 'none',
    member: { by: 'id', erase: 'delete', export: notExported('counts the entries of `journal`') },
    kept: 'until deletion',
    ...API,
  },
} as const satisfies Collections;
