import { watDate, type Settlement } from '@quantalgo/contracts';
import type { ReceivedSignal } from '../../../data/signals/useSignals';

export type SettledSignal = ReceivedSignal & { readonly settlement: Settlement };

export const isSettled = (signal: ReceivedSignal): signal is SettledSignal =>
  signal.settlement !== null;

/** Signals in the order given, under the WAT day on which each was to be entered. */
export function byDay(
  signals: readonly SettledSignal[],
): { readonly day: string; readonly signals: SettledSignal[] }[] {
  const days = new Map<string, SettledSignal[]>();
  for (const signal of signals) {
    const day = watDate(signal.expiresAt);
    days.set(day, [...(days.get(day) ?? []), signal]);
  }
  return [...days].map(([day, ofDay]) => ({ day, signals: ofDay }));
}
