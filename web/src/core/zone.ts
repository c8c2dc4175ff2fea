import type { ZoneChoice } from '@quantalgo/contracts/settings/settings';
import { formatOffset } from '@quantalgo/contracts/core/format';
import { UTC, WAT, type Zone } from '@quantalgo/contracts/core/time';
import { useSyncExternalStore } from 'react';

const getDeviceOffset = (at: number): number => -new Date(at).getTimezoneOffset();

export const ZONES: Readonly<Record<ZoneChoice, Zone>> = {
  wat: WAT,
  device: {
    utcOffsetMs: (at) => getDeviceOffset(at) * 60_000,
    label: (at) => formatOffset(getDeviceOffset(at)),
  },
  utc: UTC,
};

let currentChoice: ZoneChoice = 'wat';

const subscribers = new Set<() => void>();

export function setZoneChoice(choice: ZoneChoice): void {
  if (choice === currentChoice) return;
  currentChoice = choice;
  for (const redraw of [...subscribers]) redraw();
}

function subscribe(redraw: () => void): () => void {
  subscribers.add(redraw);
  return () => {
    subscribers.delete(redraw);
  };
}

export const useZoneChoice = (): ZoneChoice =>
  useSyncExternalStore(
    subscribe,
    () => currentChoice,
    () => 'wat',
  );

export const useZone = (): Zone => ZONES[useZoneChoice()];
