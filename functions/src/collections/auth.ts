import type { Closing } from './collection';
import { COLLECTIONS, type CollectionName, EVERY_COLLECTION } from './collections';

export type WayIn = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name] extends { readonly wayIn: Closing }
    ? Name
    : never;
}[CollectionName];

const isWay = (name: string): name is WayIn =>
  EVERY_COLLECTION.some(
    ([collection, { wayIn = 'none' }]) => collection === name && wayIn !== 'none',
  );

export const EVERY_WAY_IN: readonly WayIn[] = Object.keys(COLLECTIONS).filter(isWay);

export const findWaysClosedBy = (closing: Closing): readonly WayIn[] =>
  EVERY_WAY_IN.filter((name) => COLLECTIONS[name].wayIn === closing);
