import type { Collection, Erasing, Owner } from './collections/collection';
import { CONSOLE } from './collections/console';
import { JOURNAL } from './collections/journal';
import { LEARNING } from './collections/learning';
import { LEADERBOARD } from './collections/leaderboard';
import { LIVE } from './collections/live';
import { MEMBERS } from './collections/members';
import { NETWORK } from './collections/network';
import { PUSH } from './collections/push';
import { RECORD } from './collections/record';
import { SUBMISSIONS } from './collections/submissions';
import { TELEGRAM } from './collections/telegram';

/** Every Firestore collection. */
export const COLLECTIONS = {
  ...MEMBERS,
  ...RECORD,
  ...SUBMISSIONS,
  ...JOURNAL,
  ...LEARNING,
  ...NETWORK,
  ...LIVE,
  ...LEADERBOARD,
  ...CONSOLE,
  ...PUSH,
  ...TELEGRAM,
} as const;

export type CollectionName = keyof typeof COLLECTIONS;

/** The parts of a member's archive that come from collections. */
export type ArchivePart = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['member'] extends {
    readonly export: { readonly as: infer Part };
  }
    ? Part
    : never;
}[CollectionName];

/** All collections, typed as {@link Collection}, in the order above. */
export const EVERY_COLLECTION: readonly (readonly [CollectionName, Collection])[] = namesOf(
  COLLECTIONS,
).map((name) => [name, COLLECTIONS[name]]);

function namesOf(collections: typeof COLLECTIONS): CollectionName[] {
  const isName = (name: string): name is CollectionName => Object.hasOwn(collections, name);
  return Object.keys(collections).filter(isName);
}

/** The collections in which a member is found and erased in these ways. */
export const erasedBy = (by: Owner, erase: Erasing = 'delete'): CollectionName[] =>
  EVERY_COLLECTION.filter(([, { member }]) => member?.by === by && member.erase === erase).map(
    ([name]) => name,
  );
