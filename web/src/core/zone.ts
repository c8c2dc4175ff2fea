import type { ZoneChoice } from '@quantalgo/contracts/account/member';
import { offsetText } from '@quantalgo/contracts/core/format';
import { UTC, WAT, type Zone } from '@quantalgo/contracts/core/time';
import { useSyncExternalStore } from 'react';

/** Minutes by which the device's zone is ahead of UTC at a time (epoch ms). */
const deviceOffset = (at: number): number => -new Date(at).getTimezoneOffset();

/** The zones to choose from. */
export const ZONES: Readonly<Record<ZoneChoice, Zone>> = {
  wat: WAT,
  device: {
    aheadMs: (at) => deviceOffset(at) * 60_000,
    label: (at) => offsetText(deviceOffset(at)),
  },
  utc: UTC,
};

let shown: ZoneChoice = 'wat';

const subscribers = new Set<() => void>();

/** Sets the zone of all displayed times. */
export function showZone(choice: ZoneChoice): void {
  if (choice === shown) return;
  shown = choice;
  for (const redraw of [...subscribers]) redraw();
}

function subscribe(redraw: () => void): () => void {
  subscribers.add(redraw);
  return () => {
    subscribers.delete(redraw);
  };
}

/** The choice of {@link showZone}; renders again when it changes. In prerendered documents it is WAT. */
export const useZoneChoice = (): ZoneChoice =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => 'wat',
  );

/** The zone of the times displayed to a member. */
export const useZone = (): Zone => ZONES[useZoneChoice()];
