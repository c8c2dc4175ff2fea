import type { Freshness } from '../../data/sync/freshness';
import { watText } from './words';

/**
 * Up to when (epoch ms) the server was heard: now, while the stream is proven; else at the last contact.
 * @param now epoch ms, the server's clock.
 */
export const knownUntil = ({ state, asOf }: Freshness, now: number): number =>
  state === 'live' ? now : (asOf ?? 0);

/** How old a list is, for lists that aren't live: `as of 14:05 WAT`. Null while it is live. */
export const ageText = ({ state, asOf }: Freshness): string | null =>
  state === 'live' || asOf === null ? null : `as of ${watText(asOf)}`;
