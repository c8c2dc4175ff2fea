import { EVERY_COLLECTION, type CollectionName } from './collections/collections';
import type { Collection, EventWait, Wait } from './collections/collection';

export type Waiting<W extends Wait = Wait> = W & {
  readonly collection: CollectionName;
  readonly owner: NonNullable<Collection['member']>['by'] | null;
};

export const WAITING: readonly Waiting[] = EVERY_COLLECTION.flatMap(
  ([collection, { member, waiting }]) =>
    waiting === 'none'
      ? []
      : waiting.map((wait) => ({ ...wait, collection, owner: member?.by ?? null })),
);

type SeenWait = EventWait & { readonly staff: Exclude<EventWait['staff'], string> };

const isSeen = (wait: Waiting): wait is Waiting<SeenWait> =>
  !('for' in wait) && typeof wait.staff !== 'string';

export const SEEN_BY_STAFF: readonly Waiting<SeenWait>[] = WAITING.filter(isSeen);
