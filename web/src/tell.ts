import { offsetText, UTC, WAT, type Zone, type ZoneChoice } from '@quantalgo/contracts';
import { useSyncExternalStore } from 'react';

/** Minutes that the device's clock is ahead of UTC's at a time (epoch ms). */
const deviceOffset = (at: number): number => -new Date(at).getTimezoneOffset();

/** The zones that a member may choose. */
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

/** Has all that is told to the member told in a zone from now on. */
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

/** The choice of {@link showZone}; what uses it is drawn again as soon as it is another. In what the build draws it is WAT. */
export const useZoneChoice = (): ZoneChoice =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => 'wat',
  );

/** The zone in which a member is told times. */
export const useZone = (): Zone => ZONES[useZoneChoice()];
