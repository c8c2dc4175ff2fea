import { COIN, watTime, type PublicRecord, type Source } from '@quantalgo/contracts';
import { countText as count } from './count';
import type { LiveName } from './names';

const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`);

/** Where prices that are not a live market's come from. */
const SOURCES: Record<Source, string> = {
  twelvedata: 'live market prices',
  replay: 'replayed prices',
  simulated: 'simulated prices',
};

/** `9f3a…c21d`. */
const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const coin = (value: number) => Number(value.toFixed(1));

/** The places of the record. */
export const LIVE_NAMES = [
  'first-entry',
  'first-entry-basis',
  'within-four-levels',
  'within-four-levels-basis',
  'sealed',
  'sealed-basis',
  'missed',
  'missed-basis',
  'record-note',
  'head-hash',
  'head-at',
  'head-number',
] as const satisfies readonly LiveName[];

/** The words that a record puts in its places. */
export function recordWords(record: PublicRecord): Record<(typeof LIVE_NAMES)[number], string> {
  const { performance, head, sealedBeforeOutcome, seeded } = record;
  const settled = `${count(performance.totalSignals)} settled`;
  const sealed = sealedBeforeOutcome === 0 ? 'none yet' : `of ${count(sealedBeforeOutcome)}`;
  return {
    'first-entry': percent(performance.firstEntryRate),
    'first-entry-basis': `coin ${COIN.firstEntry}`,
    'within-four-levels': percent(performance.winRate),
    'within-four-levels-basis': `coin ${coin(COIN.withinFourLevels)}`,
    sealed: count(sealedBeforeOutcome),
    'sealed-basis': seeded === 0 ? sealed : `${sealed}, ${count(seeded)} seeded`,
    missed: count(performance.missedSlots),
    'missed-basis': 'recorded',
    'record-note': `${settled}, ${SOURCES[performance.source]}`,
    'head-hash': head ? `head ${shortHash(head.hash)}` : '',
    'head-at': head ? `· ${watTime(Date.parse(head.at))} WAT` : '',
    'head-number': head ? `#${count(head.seq)}` : '',
  };
}
