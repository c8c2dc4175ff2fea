import type { Stamp } from '@quantalgo/contracts/record/ledger/entry';
import {
  type Compared,
  type SeenHead,
  sightingOfStamp,
  sightingsOf,
  stampFault,
} from '@quantalgo/contracts/record/ledger/evidence';
import { backDated, type TimeFault } from '@quantalgo/contracts/record/ledger/timeRules';
import type { ChainSummary, ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import {
  sightingOfCheckpoint,
  stampedBeforeEntry,
  type StampedCheckpoint,
} from '@quantalgo/contracts/record/log/stampedCheckpoint';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import type { Checked, ShownVerdict, StampedVerdict, StampsVerdict } from './messages';
import { STAMPED_DAYS, stampedSince } from './stamps';

/** A ledger whose entries hold, up to a signed checkpoint. */
export interface VerifiedLedger extends Compared {
  readonly chain: ChainVerifier;
  readonly size: number;
  /** In base64. */
  readonly root: string;
}

/** The stamps of a ledger: of its days, and of its slots in the last days. Null what can't be fetched. */
export interface Stamped {
  readonly stamps: readonly Stamp[] | null;
  readonly stamped: readonly StampedCheckpoint[] | null;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function stampsVerdict(chain: ChainVerifier, stamps: readonly Stamp[]): StampsVerdict {
  const faults = stamps.flatMap((stamp) => {
    const fault = stampFault(chain, stamp, bytesOf(stamp.token));
    return fault === null ? [] : [{ day: stamp.day, seq: stamp.seq, fault }];
  });
  const authorities = [...new Set(stamps.map(({ authority }) => authority))];
  return { fit: stamps.length - faults.length, authorities, faults };
}

function stampedVerdict(
  chain: ChainVerifier,
  stamped: readonly StampedCheckpoint[],
): StampedVerdict {
  const published = chain.publishedSince(stampedSince(Date.now()));
  const authorities = stamped.flatMap(({ stamps }) => stamps.map(({ authority }) => authority));
  return {
    days: STAMPED_DAYS,
    published: published.length,
    before: stampedBeforeEntry(published, stamped),
    authorities: [...new Set(authorities)],
  };
}

/** The rules of time that a chain breaks by itself, and by what this device and the stamps saw of it. */
function faultsOf(
  chain: ChainVerifier,
  { ledgerId, faults }: ChainSummary,
  seen: readonly SeenHead[],
  { stamps, stamped }: Stamped,
): TimeFault[] {
  const ofDays = (stamps ?? []).flatMap(
    (stamp) => sightingOfStamp(stamp, bytesOf(stamp.token)) ?? [],
  );
  const ofSlots = (stamped ?? []).map(sightingOfCheckpoint);
  const sightings = [...sightingsOf(ledgerId, seen), ...ofDays, ...ofSlots];
  return [...faults, ...backDated(chain, sightings)];
}

/** Compares the site's figures with the ledger's for the same number of settled signals. */
function shownVerdict(chain: ChainVerifier, figures: Performance): ShownVerdict {
  const { totalSignals: settled, wonSignals: won, breakEvenSignals: breakEven } = figures;
  const standing = chain.after(settled);
  const agrees = standing?.won === won && standing.breakEven === breakEven;
  return { settled, won, agrees, standing };
}

type Verdicts = Omit<
  Checked,
  'kind' | 'isSignatureChecked' | 'heads' | 'offlineSince' | 'downloaded' | 'kept' | 'ms'
>;

/**
 * Judges a ledger that holds: by its own times, its signers, what this device saw of it, its stamps and the site's figures.
 * @param figures null where there are none to compare
 * @throws Error if it has no entry
 */
export function verdictsOn(
  { chain, root }: VerifiedLedger,
  seen: readonly SeenHead[],
  given: Stamped,
  figures: Performance | null,
): Verdicts {
  const summary = chain.summary();
  if (!summary) throw new Error('A ledger that holds has an entry');
  const { stamps, stamped } = given;
  return {
    summary,
    root,
    faults: faultsOf(chain, summary, seen, given),
    stamps: stamps && stampsVerdict(chain, stamps),
    stamped: stamped && stampedVerdict(chain, stamped),
    shown: figures && shownVerdict(chain, figures),
  };
}
