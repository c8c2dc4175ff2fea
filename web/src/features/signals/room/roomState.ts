import type { Freshness } from '../../../data/sync/freshness';

/** What the room has to show. `failed`: nothing is stored and the server was never reached. */
export type RoomState = 'reading' | 'filled' | 'empty' | 'failed';

/** @param count signals on this device, undefined while they are read. */
export function roomState(count: number | undefined, { state, asOf }: Freshness): RoomState {
  if (count === undefined) return 'reading';
  if (count > 0) return 'filled';
  if (state === 'loading') return 'reading';
  return asOf === null && state !== 'live' && state !== 'fresh' ? 'failed' : 'empty';
}
