import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Stamp } from '@quantalgo/contracts/record/ledger/entry';
import {
  type ComparedLedger,
  type ObservedHead,
  toStampSighting,
  toSightings,
  findStampFault,
} from '@quantalgo/contracts/record/ledger/evidence';
import type { Standing } from '@quantalgo/contracts/record/ledger/tally';
import { findBackDated, type TimeFault } from '@quantalgo/contracts/record/ledger/timeRules';
import type { ChainSummary, ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import {
  toCheckpointSighting,
  countStampedBeforeEntry,
  type StampedCheckpoint,
} from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { type EnteredCounters, toEnteredFigures } from '@quantalgo/contracts/signals/entered';
import type { EnteredFigures, Performance } from '@quantalgo/contracts/signals/figures';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { CheckedLedger, FiguresVerdict, StampedVerdict, StampsVerdict } from './messages';
import { STAMPED_DAYS, getStampedStart } from './stamps';

export interface VerifiedLedger extends ComparedLedger {
  readonly chain: ChainVerifier;
  readonly size: number;
  readonly root: string;
}

export interface StampSets {
  readonly stamps: readonly Stamp[] | null;
  readonly stamped: readonly StampedCheckpoint[] | null;
}

const decodeBase64 = (base64: string) =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function judgeStamps(chain: ChainVerifier, stamps: readonly Stamp[]): StampsVerdict {
  const faults = stamps.flatMap((stamp) => {
    const fault = findStampFault(chain, stamp, decodeBase64(stamp.token));
    return fault === null ? [] : [{ day: stamp.day, seq: stamp.seq, fault }];
  });
  const authorities = [...new Set(stamps.map(({ authority }) => authority))];
  return { fit: stamps.length - faults.length, authorities, faults };
}

function judgeStamped(chain: ChainVerifier, stamped: readonly StampedCheckpoint[]): StampedVerdict {
  const now = Date.now();
  // The running slot's checkpoint may not have been stamped yet.
  const published = chain
    .publishedSince(getStampedStart(now))
    .filter(({ slot }) => slot + SLOT_MS <= now);
  const authorities = stamped.flatMap(({ stamps }) => stamps.map(({ authority }) => authority));
  return {
    days: STAMPED_DAYS,
    published: published.length,
    before: countStampedBeforeEntry(published, stamped),
    authorities: [...new Set(authorities)],
  };
}

/** Broken time rules that the chain itself, this device's sightings or the stamps reveal. */
function findFaults(
  chain: ChainVerifier,
  { ledgerId, faults }: ChainSummary,
  seenHeads: readonly ObservedHead[],
  { stamps, stamped }: StampSets,
): TimeFault[] {
  const daySightings = (stamps ?? []).flatMap(
    (stamp) => toStampSighting(stamp, decodeBase64(stamp.token)) ?? [],
  );
  const slotSightings = (stamped ?? []).map(toCheckpointSighting);
  const sightings = [...toSightings(ledgerId, seenHeads), ...daySightings, ...slotSightings];
  return [...faults, ...findBackDated(chain, sightings)];
}

/** Allows for rounding errors. */
const matchesShare = (percent: number | null | undefined, count: number, total: number): boolean =>
  percent === null || percent === undefined || Math.abs((percent * total) / 100 - count) < 0.5;

function doRatesFit(figures: Performance, { won, firstEntryWon }: Standing): boolean {
  const { totalSignals, winRate, winRateRange, firstEntryRate, firstEntryRange } = figures;
  return (
    [winRate, winRateRange?.value].every((rate) => matchesShare(rate, won, totalSignals)) &&
    [firstEntryRate, firstEntryRange?.value].every((rate) =>
      matchesShare(rate, firstEntryWon, totalSignals),
    )
  );
}

const listEnteredFigures = (figures: EnteredFigures): readonly (number | null)[] => [
  figures.confirmed,
  figures.signals,
  figures.breakEven,
  figures.winRate?.value ?? null,
  figures.firstEntryRate?.value ?? null,
  figures.resultPerSignal,
  figures.resultPerFirstEntry,
];

/** Allows for rounding errors. */
const isSameFigure = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) < 1e-6;

function doEnteredFit(
  shown: EnteredFigures | undefined,
  counters: EnteredCounters,
  rules: LadderRules,
): boolean {
  if (!shown) return counters.confirmed === 0;
  const expected = listEnteredFigures(toEnteredFigures(counters, rules));
  return listEnteredFigures(shown).every((figure, index) =>
    isSameFigure(figure, expected[index] ?? null),
  );
}

/** Slots are missed between settlements, too. */
const doMissesFit = ({ missedSlots }: Performance, { missed, maxMissed }: Standing): boolean =>
  missedSlots >= missed && missedSlots <= maxMissed;

function judgeFigures(
  chain: ChainVerifier,
  figures: Performance,
  rules: LadderRules,
): FiguresVerdict {
  const { totalSignals: settled, wonSignals: won, breakEvenSignals: breakEven } = figures;
  const standing = chain.totalsAfter(settled);
  const agrees =
    standing?.won === won &&
    standing.breakEven === breakEven &&
    doRatesFit(figures, standing) &&
    doMissesFit(figures, standing) &&
    doEnteredFit(figures.entered, standing.entered, rules);
  return { settled, won, agrees, standing };
}

type Verdicts = Omit<
  CheckedLedger,
  'kind' | 'isSignatureChecked' | 'heads' | 'offlineSince' | 'downloaded' | 'kept' | 'ms'
>;

/**
 * Judges a valid ledger by its times, its signers, this device's sightings, its stamps and the
 * site's figures.
 * @param figures null if there are none to compare
 * @throws Error if the ledger has no entry
 */
export function judgeLedger(
  { chain, root }: VerifiedLedger,
  seenHeads: readonly ObservedHead[],
  stampSets: StampSets,
  figures: Performance | null,
): Verdicts {
  const summary = chain.summary();
  if (!summary) throw new Error('The ledger has no entries');
  const { stamps, stamped } = stampSets;
  return {
    summary,
    root,
    faults: findFaults(chain, summary, seenHeads, stampSets),
    stamps: stamps && judgeStamps(chain, stamps),
    stamped: stamped && judgeStamped(chain, stamped),
    shown: figures && judgeFigures(chain, figures, summary.rules),
  };
}
