import { createHash } from 'node:crypto';
import {
  closeTimes,
  commitmentText,
  entryText,
  LADDER_RULES,
  NO_ENTRY_BEFORE,
  play,
  REVEAL_WITHIN_MS,
  SLOT_MS,
  slotId,
  type LadderRules,
  type LedgerEntry,
  type SealedSignal,
  type UnhashedEntry,
} from '@quantalgo/contracts';

type BodyOf<E> = E extends UnhashedEntry ? Omit<E, 'seq' | 'at' | 'source' | 'prev'> : never;
type Body = BodyOf<UnhashedEntry>;

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const iso = (at: number): string => new Date(at).toISOString();

/** The entry that makes a chain of what is said, with hashes that fit. `at` in epoch ms. */
export function chained(before: LedgerEntry | undefined, body: Body, at: number): LedgerEntry {
  const unhashed: UnhashedEntry = {
    ...body,
    seq: before ? before.seq + 1 : 0,
    at: iso(at),
    source: 'simulated',
    prev: before?.hash ?? NO_ENTRY_BEFORE,
  };
  return { ...unhashed, hash: sha256(entryText(unhashed)) };
}

/** A signal that was published and is not settled yet. */
interface Open {
  readonly signal: SealedSignal;
  readonly salt: string;
  readonly settlement: Extract<Body, { type: 'settlement' }>;
  readonly due: number;
}

function signalOf(slot: number, random: () => number): SealedSignal {
  const price = Math.round(1e5 * (1 + random() / 5)) / 1e5;
  const confidence = 90 + Math.round(60 * random()) / 10;
  return {
    id: slotId(slot),
    pair: random() < 0.5 ? 'EURUSD' : 'XAUUSD',
    direction: random() < 0.5 ? 'CALL' : 'PUT',
    strategy: random() < 0.5 ? 'mean-reversion' : 'tick-imbalance',
    audience: 'basic',
    entryPrice: price,
    worstPrice: price,
    confidence: { value: confidence, low: confidence - 2, high: confidence + 2 },
    firstEntry: { value: 50, low: 48, high: 52 },
    calibration: `mean-reversion/${slotId(slot)}/n7840`,
    source: 'simulated',
  };
}

function openAt(slot: number, random: () => number, rules: LadderRules): Open {
  const signal = signalOf(slot, random);
  const salt = sha256(`${slot}/${random()}`);
  const prices: (number | null)[] = [signal.entryPrice];
  let verdict = null;
  while (!verdict) {
    const last = prices.at(-1) ?? 1;
    prices.push(random() < 0.01 ? null : Math.round(1e5 * last + 20 * (random() - 0.5)) / 1e5);
    verdict = play(signal.direction, prices, rules);
  }
  const times = closeTimes(slot, rules).slice(0, prices.length);
  const due = times.at(-1) ?? slot;
  const closes = times.map((at, index) => ({ at: iso(at), price: prices[index] ?? null }));
  const said = { slot: signal.id, signal, salt, closes, fetchedAt: iso(due) };
  return { signal, salt, due, settlement: { type: 'settlement', ...said, ...verdict } };
}

/**
 * A ledger of a made-up market, of at least `count` entries where slots are missed, the market closes, and every signal
 * is settled in its time by the given rules; always the same for a seed. `from` is its first slot (epoch ms).
 */
export function madeUpLedger(
  count: number,
  seed: number,
  from: number,
  {
    ledgerId = `made-up-${seed}`,
    rules = LADDER_RULES,
  }: { ledgerId?: string; rules?: LadderRules } = {},
): LedgerEntry[] {
  const random = numbersOf(seed);
  const entries: LedgerEntry[] = [];
  const say = (body: Body, at: number) => entries.push(chained(entries.at(-1), body, at));
  say({ type: 'genesis', ledgerId, rules }, from);
  let open: Open[] = [];
  for (let slot = from; entries.length < count; slot += SLOT_MS) {
    for (const { settlement } of open.filter(({ due }) => due <= slot)) say(settlement, slot);
    open = open.filter(({ due }) => due > slot);
    const chance = random();
    if (chance < 0.01) {
      const to = slot + SLOT_MS * Math.floor(20 * random());
      say({ type: 'closed', from: slotId(slot), to: slotId(to) }, to + SLOT_MS);
      slot = to;
    } else if (chance < 0.06) {
      say({ type: 'miss', slot: slotId(slot), reason: 'No pair has a signal' }, slot + 700);
    } else {
      const made = openAt(slot, random, rules);
      const commitment = sha256(commitmentText(made.signal, made.salt));
      const revealBy = iso(slot + REVEAL_WITHIN_MS);
      const strategyHash = sha256(made.signal.strategy);
      say(
        { type: 'publication', slot: slotId(slot), commitment, strategyHash, revealBy },
        slot + 700,
      );
      open.push(made);
    }
  }
  return entries;
}
