import type { Collection, Erasure, Owner } from './collection';
import { BROKER } from './broker';
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

export const COLLECTIONS = {
  ...MEMBERS,
  ...RECORD,
  ...SUBMISSIONS,
  ...BROKER,
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

export const EVERY_COLLECTION: readonly (readonly [CollectionName, Collection])[] = listNames(
  COLLECTIONS,
).map((name) => [name, COLLECTIONS[name]]);

function listNames(collections: typeof COLLECTIONS): CollectionName[] {
  const isName = (name: string): name is CollectionName => Object.hasOwn(collections, name);
  return Object.keys(collections).filter(isName);
}

export const findErasedBy = (by: Owner, erase: Erasure = 'delete'): CollectionName[] =>
  EVERY_COLLECTION.filter(([, { member }]) => member?.by === by && member.erase === erase).map(
    ([name]) => name,
  );
