import { EVERY_COLLECTION, type CollectionName } from './collections/collections';
import type { Collection, EventWait, Wait } from './collections/collection';

export type Waiting<W extends Wait = Wait> = W & {
  readonly collection: CollectionName;
  /** How its documents name their member. */
  readonly owner: NonNullable<Collection['member']>['by'] | null;
};

export const WAITING: readonly Waiting[] = EVERY_COLLECTION.flatMap(
  ([collection, { member, waiting }]) =>
    waiting === 'none'
      ? []
      : waiting.map((wait) => ({ ...wait, collection, owner: member?.by ?? null })),
);

/** Staff see it once it is overdue. */
type SeenWait = EventWait & { readonly staff: Exclude<EventWait['staff'], string> };

const isSeen = (wait: Waiting): wait is Waiting<SeenWait> =>
  !('for' in wait) && typeof wait.staff !== 'string';

export const SEEN_BY_STAFF: readonly Waiting<SeenWait>[] = WAITING.filter(isSeen);
