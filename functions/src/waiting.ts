import { EVERY_COLLECTION, type CollectionName } from './collections/collections';
import type { Collection, EventWait, Wait } from './collections/collection';

export type WaitState<W extends Wait = Wait> = W & {
  readonly collection: CollectionName;
  readonly owner: NonNullable<Collection['member']>['by'] | null;
};

export const WAIT_STATES: readonly WaitState[] = EVERY_COLLECTION.flatMap(
  ([collection, { member, waiting }]) =>
    waiting === 'none'
      ? []
      : waiting.map((wait) => ({ ...wait, collection, owner: member?.by ?? null })),
);

type StaffVisibleWait = EventWait & { readonly staff: Exclude<EventWait['staff'], string> };

const isStaffVisible = (wait: WaitState): wait is WaitState<StaffVisibleWait> =>
  !('for' in wait) && typeof wait.staff !== 'string';

export const STAFF_VISIBLE_WAITS: readonly WaitState<StaffVisibleWait>[] =
  WAIT_STATES.filter(isStaffVisible);
