import { liveFiguresDocument } from '../networkDocuments';
import { API, type Collections, TO_NOBODY } from './collection';

/** What goes on right now. */
export const LIVE_FIGURES = {
  liveFigures: {
    id: 'current',
    holds: 'members online, signals and posts of today, devices reached: counted once a minute',
    schema: liveFiguresDocument,
    ...TO_NOBODY,
    kept: 'until the next count',
    served: 'by the api',
    ...API,
  },
} as const satisfies Collections;
