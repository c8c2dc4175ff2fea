import { REVEAL_TIMEOUT_MS } from '../../signals/signalEnd';
import { listCloseTimes, evaluateLadder, type LadderOutcome } from '../../signals/ladder';
import { LADDER_RULES, type LadderRules } from '../../signals/rules';
import { type Direction, isDemonstration, type Outcome, type Source } from '../../signals/signal';
import { SLOT_MS, slotId, parseSlotId } from '../../core/slots';
import { Confirmations } from './confirmations';
import { type LedgerEntry, GENESIS_PREV_HASH } from './entry';
import { type InspectedEntry, inspectEntry } from './inspection';
import type { PublishedSlot } from '../log/stampedCheckpoint';
import { type ChainTally, Counter, computeRates, type Standing } from './tally';
import { type TimeFault, TimeRules } from './timeRules';

function findSlotStart(id: string): number | null {
  try {
    return parseSlotId(id);
  } catch {
    return null;
  }
}

function getCoveredSlots(
  entry: LedgerEntry,
): { readonly from: string; readonly to: string } | null {
  if (entry.type === 'publication' || entry.type === 'miss')
    return { from: entry.slot, to: entry.slot };
  return entry.type === 'closed' ? entry : null;
}

/** Every slot must be published, missed or closed exactly once, in order. */
class SlotCoverage {
  #last: number | null = null;

  take(entry: LedgerEntry): string | null {
    const range = getCoveredSlots(entry);
    if (!range) return null;
    const from = findSlotStart(range.from);
    const to = range.to === range.from ? from : findSlotStart(range.to);
    if (from === null || to === null || to < from)
      return `It has an invalid range of slots: ${range.from} to ${range.to}.`;
    if (this.#last !== null && from <= this.#last)
      return `Slot ${range.from} was already accounted for.`;
    if (this.#last !== null && from > this.#last + SLOT_MS)
      return `Slot ${slotId(this.#last + SLOT_MS)} is left out: it was neither published nor recorded as missed.`;
    this.#last = to;
    return findTimeFault(entry, from, to);
  }
}

function findTimeFault(entry: LedgerEntry, from: number, to: number): string | null {
  const at = Date.parse(entry.at);
  if (at < to) return 'It was recorded before its slot began.';
  if (entry.type === 'publication' && at >= from + SLOT_MS)
    return 'It was published too late: its first level could already be entered.';
  return null;
}

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;

type OutcomeEntry = Entry<'settlement'> | Entry<'correction'>;

interface SettledSlot {
  readonly direction: Direction;
  readonly verdict: Pick<OutcomeEntry, 'outcome' | 'level'>;
  corrected: boolean;
}

interface PendingCommitment {
  readonly commitment: string;
  readonly revealBy: number;
}

/** Null unless the closes belong to the slot, in order, and only the last one decides it. */
function replayLadder(
  entry: OutcomeEntry,
  direction: Direction,
  rules: LadderRules,
): LadderOutcome | null {
  const times = listCloseTimes(parseSlotId(entry.slot), rules);
  if (entry.closes.some(({ at }, index) => Date.parse(at) !== times[index])) return null;
  const prices = entry.closes.map(({ price }) => price);
  const isDecidedEarlier = evaluateLadder(direction, prices.slice(0, -1), rules) !== null;
  return isDecidedEarlier ? null : evaluateLadder(direction, prices, rules);
}

const OUTCOME_NAMES: Record<Outcome, string> = {
  profit: 'won',
  loss: 'lost',
  'break-even': 'break-even',
};

const describeOutcome = ({ outcome, level }: Pick<OutcomeEntry, 'outcome' | 'level'>): string =>
  level === null ? OUTCOME_NAMES[outcome] : `${OUTCOME_NAMES[outcome]} at level ${level}`;

const isSameOutcome = (
  a: Pick<OutcomeEntry, 'outcome' | 'level'>,
  b: Pick<OutcomeEntry, 'outcome' | 'level'>,
): boolean => a.outcome === b.outcome && a.level === b.level;

function findJudgementFault(
  entry: OutcomeEntry,
  direction: Direction,
  rules: LadderRules,
): string | null {
  const lastClose = Date.parse(entry.closes.at(-1)?.at ?? '');
  if (Date.parse(entry.at) < lastClose) return 'It was recorded before its last close.';
  const verdict = replayLadder(entry, direction, rules);
  if (!verdict) return 'Its closes are not the ones that decide this signal.';
  return isSameOutcome(verdict, entry)
    ? null
    : `Its own closes give “${describeOutcome(verdict)}”, but it says “${describeOutcome(entry)}”.`;
}

class Seals {
  readonly #pending = new Map<string, PendingCommitment>();
  readonly #settled = new Map<string, SettledSlot>();
  #rules = LADDER_RULES;

  take({ entry, revealed }: InspectedEntry): string | null {
    if (entry.type === 'genesis') this.#rules = entry.rules;
    if (entry.type === 'publication') return this.#publish(entry);
    if (entry.type === 'settlement') return this.#settle(entry, revealed);
    return entry.type === 'correction' ? this.#correct(entry) : null;
  }

  open(now: number): { readonly waiting: number; readonly overdue: number } {
    let overdue = 0;
    for (const { revealBy } of this.#pending.values()) if (now > revealBy) overdue += 1;
    return { waiting: this.#pending.size - overdue, overdue };
  }

  #publish({ slot, commitment, revealBy }: Entry<'publication'>): string | null {
    const deadline = parseSlotId(slot) + REVEAL_TIMEOUT_MS;
    if (Date.parse(revealBy) !== deadline)
      return 'Its reveal deadline is not 24 hours after its slot.';
    this.#pending.set(slot, { commitment, revealBy: deadline });
    return null;
  }

  #settle(entry: Entry<'settlement'>, revealed: string | null): string | null {
    const { slot, signal, outcome, level } = entry;
    const pending = this.#pending.get(slot);
    if (!pending)
      return `It settles slot ${slot}, which was never published or has already been settled.`;
    if (signal.id !== slot || signal.source !== entry.source)
      return 'It reveals a signal for a different slot or market.';
    if (revealed !== pending.commitment)
      return 'The signal that it reveals is not the one that was sealed.';
    const isLate = Date.parse(entry.at) > pending.revealBy;
    if (isLate && (outcome !== 'loss' || level !== null))
      return `It was revealed too late, which counts as lost, but it says ${describeOutcome(entry)}.`;
    if (level !== null && level >= this.#rules.levels)
      return `It says ${describeOutcome(entry)}, but its ledger has only ${this.#rules.levels} levels.`;
    const fault = isLate ? null : findJudgementFault(entry, signal.direction, this.#rules);
    this.#pending.delete(slot);
    const verdict = { outcome, level };
    this.#settled.set(slot, { direction: signal.direction, verdict, corrected: false });
    return fault;
  }

  #correct(entry: Entry<'correction'>): string | null {
    const settledSlot = this.#settled.get(entry.slot);
    if (!settledSlot) return `It corrects slot ${entry.slot}, which is not settled.`;
    if (settledSlot.corrected) return `It corrects slot ${entry.slot} a second time.`;
    if (isSameOutcome(entry, settledSlot.verdict))
      return 'It repeats the outcome that it claims to correct.';
    settledSlot.corrected = true;
    return findJudgementFault(entry, settledSlot.direction, this.#rules);
  }
}

export interface ChainBreak {
  readonly seq: number;
  readonly reason: string;
}

export interface ChainSummary extends ChainTally, ReturnType<typeof computeRates> {
  readonly ledgerId: string;
  readonly source: Source;
  readonly rules: LadderRules;
  readonly demonstration: boolean;
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string; readonly at: string };
  readonly waiting: number;
  readonly overdue: number;
  readonly faults: readonly TimeFault[];
}

interface VerifiedEntry {
  readonly type: LedgerEntry['type'];
  readonly hash: string;
  readonly at: number;
}

/** Entries may be this far ahead of the later clock, because clocks differ. */
const MAX_LEAD_MS = 10 * 60_000;

/**
 * Verifies entries one by one from the genesis: numbers, hashes, times, slots, seals and outcomes.
 * Trusts no claim of the chain, and stops at the first invalid entry.
 */
export class ChainVerifier {
  readonly #earlierClock: number;
  readonly #laterClock: number;
  readonly #ledgerId: string | undefined;
  readonly #coverage = new SlotCoverage();
  readonly #seals = new Seals();
  readonly #confirmations = new Confirmations();
  readonly #counter = new Counter();
  readonly #timeRules = new TimeRules();
  readonly #types: LedgerEntry['type'][] = [];
  readonly #published: PublishedSlot[] = [];
  readonly #hashes: string[] = [];
  readonly #times: number[] = [];
  #genesis: Extract<LedgerEntry, { type: 'genesis' }> | null = null;
  #last: LedgerEntry | null = null;
  #break: ChainBreak | null = null;

  /**
   * Compares two clocks, so that a wrong one doesn't cause a false accusation.
   * @param now epoch ms by this device's clock
   * @param ledgerId undefined accepts any ledger
   * @param siteTime epoch ms by the site's clock when it served the ledger
   */
  constructor(now: number, ledgerId?: string, siteTime = now) {
    this.#earlierClock = Math.min(now, siteTime);
    this.#laterClock = Math.max(now, siteTime);
    this.#ledgerId = ledgerId;
  }

  get count(): number {
    return this.#hashes.length;
  }

  take(input: unknown): ChainBreak | null {
    return this.#break ?? this.verifyInspected(inspectEntry(input));
  }

  verifyInspected(inspected: InspectedEntry | null): ChainBreak | null {
    if (this.#break) return this.#break;
    const seq = this.count;
    const reason = inspected ? this.#findFault(inspected) : INVALID_ENTRY;
    if (reason !== null) this.#break = { seq, reason };
    else if (inspected) this.#append(inspected.entry);
    return this.#break;
  }

  #findFault(inspected: InspectedEntry): string | null {
    const { entry } = inspected;
    return (
      this.#findChainFault(inspected) ??
      this.#findPlausibilityFault(entry) ??
      this.#coverage.take(entry) ??
      this.#seals.take(inspected) ??
      this.#confirmations.take(entry)
    );
  }

  #findChainFault({ entry, hasValidHash }: InspectedEntry): string | null {
    const seq = this.count;
    if (entry.seq !== seq) return `It is numbered ${entry.seq}, but should be number ${seq}.`;
    if (entry.prev !== (this.#last?.hash ?? GENESIS_PREV_HASH))
      return 'It does not follow the previous entry: the hash that links them does not match.';
    return hasValidHash ? null : 'Its content does not match its hash.';
  }

  #findPlausibilityFault(entry: LedgerEntry): string | null {
    if ((entry.type === 'genesis') !== (this.#last === null))
      return 'A ledger must begin with a genesis entry and contain no other.';
    if (entry.type === 'genesis' && entry.ledgerId !== (this.#ledgerId ?? entry.ledgerId))
      return 'It begins a different ledger from the one that the site states.';
    const at = Date.parse(entry.at);
    if (this.#last && at < Date.parse(this.#last.at))
      return 'Its time is earlier than the previous entry’s.';
    if (at > this.#laterClock + MAX_LEAD_MS) return 'Its time is in the future.';
    if (this.#last && entry.source !== this.#last.source)
      return `It is from the ${entry.source} market, but its ledger is from the ${this.#last.source} market.`;
    return null;
  }

  #append(entry: LedgerEntry): void {
    if (entry.type === 'genesis') this.#genesis = entry;
    this.#last = entry;
    this.#types.push(entry.type);
    if (entry.type === 'publication')
      this.#published.push({ slot: parseSlotId(entry.slot), seq: entry.seq });
    this.#hashes.push(entry.hash);
    this.#times.push(Date.parse(entry.at));
    this.#counter.take(entry);
    if (this.#genesis) this.#timeRules.take(entry, this.#genesis.rules);
  }

  entryAt(seq: number): VerifiedEntry | null {
    const type = this.#types[seq];
    const hash = this.#hashes[seq];
    const at = this.#times[seq];
    return type === undefined || hash === undefined || at === undefined ? null : { type, hash, at };
  }

  publishedSince(at: number): readonly PublishedSlot[] {
    return this.#published.filter(({ slot }) => slot >= at);
  }

  totalsAfter(settled: number): Standing | null {
    return this.#counter.totalsAfter(settled);
  }

  summary(): ChainSummary | null {
    if (!this.#genesis || !this.#last) return null;
    const { ledgerId, source } = this.#genesis;
    const { seq, hash, at } = this.#last;
    const tally = this.#counter.tally();
    // An old date from the site can't hide a signal that its own newest entry shows to be overdue.
    const openSeals = this.#seals.open(Math.max(this.#earlierClock, Date.parse(at)));
    return {
      ...tally,
      ...openSeals,
      ...computeRates(tally, openSeals.overdue),
      ledgerId,
      source,
      rules: this.#genesis.rules,
      demonstration: isDemonstration(source),
      entries: this.count,
      head: { seq, hash, at },
      faults: [...this.#timeRules.faults],
    };
  }
}

const INVALID_ENTRY = 'It is not a ledger entry: a field is missing or invalid.';
