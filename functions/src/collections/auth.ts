import type { Revocation } from './collection';
import { COLLECTIONS, type CollectionName, EVERY_COLLECTION } from './collections';

export type WayIn = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name] extends { readonly wayIn: Revocation }
    ? Name
    : never;
}[CollectionName];

const isWayIn = (name: string): name is WayIn =>
  EVERY_COLLECTION.some(
    ([collection, { wayIn = 'none' }]) => collection === name && wayIn !== 'none',
  );

export const EVERY_WAY_IN: readonly WayIn[] = Object.keys(COLLECTIONS).filter(isWayIn);

export const findWaysRevokedBy = (revocation: Revocation): readonly WayIn[] =>
  EVERY_WAY_IN.filter((name) => COLLECTIONS[name].wayIn === revocation);
