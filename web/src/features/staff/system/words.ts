import { isSlotId, slotStartOfId, watMoment, type SystemState } from '@quantalgo/contracts';

/** A delay in its natural unit, `640 ms` or `2.5 s`; a dash where nothing was measured. */
export function delayText(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}

/** The start of a slot, as the record names it. */
export const slotText = (id: string, now: number): string =>
  isSlotId(id) ? watMoment(slotStartOfId(id), now) : id;

/** `20261120` as `2026-11-20`. */
export const dayText = (day: string): string => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** How the newest slot went, in a word. */
export function slotWords(heartbeat: SystemState['heartbeat']): { text: string; tone: Tone } {
  if (!heartbeat) return { text: 'Nothing yet', tone: 'neutral' };
  return {
    published: { text: 'Published', tone: 'good' as const },
    missed: { text: 'Missed', tone: 'bad' as const },
    closed: { text: 'Market closed', tone: 'neutral' as const },
  }[heartbeat.state];
}

/** What the newest slot says of the prices, in a word. */
export function marketWords(market: SystemState['market']): { text: string; tone: Tone } {
  if (!market) return { text: 'Not known yet', tone: 'neutral' };
  return {
    open: { text: 'Open', tone: 'good' as const },
    closed: { text: 'Closed', tone: 'neutral' as const },
    failing: { text: 'No signal', tone: 'bad' as const },
  }[market.state];
}

/** A publisher that is later than this (ms) behind the newest slot that is due has stopped, or nearly so. */
const LATE_MS = 60_000;

/** How far the scheduler is behind. */
export function lagWords(heartbeat: SystemState['heartbeat']): { text: string; tone: Tone } {
  if (!heartbeat) return { text: '–', tone: 'neutral' };
  const { lagMs } = heartbeat;
  if (lagMs === 0) return { text: 'On time', tone: 'good' };
  return { text: `${delayText(lagMs)} late`, tone: lagMs > LATE_MS ? 'bad' : 'warning' };
}
