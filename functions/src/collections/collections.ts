import type { Collection, Erasing, Owner } from './collection';
import { CONSOLE } from './console';
import { JOURNAL } from './journal';
import { LEARNING } from './vault';
import { LEADERBOARD } from './leaderboard';
import { LIVE } from './live';
import { MEMBERS } from './account';
import { NETWORK } from './network';
import { PUSH } from './push';
import { RECORD } from './record';
import { SUBMISSIONS } from './submissions';
import { TELEGRAM } from './telegram';

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
