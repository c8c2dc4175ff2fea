import { describe, expect, it } from 'vitest';
import { DAY_MS, toIso } from '../../../src/core/time';
import { type ChainBreak, ChainVerifier } from '../../../src/record/ledger/verifier';
import { EMPTY_ENTERED_COUNTERS } from '../../../src/signals/entered';
import { REVEAL_TIMEOUT_MS } from '../../../src/signals/signalEnd';
import {
  buildChain,
  closesAt,
  FIVE_LEVELS,
  GENESIS,
  idAt,
  missed,
  NOON,
  published,
  SALT,
  sealedAt,
  settled,
  slotAt,
  type Said,
} from './chain';

/** A valid chain: a signal won at level 1, two missed slots and a pending signal. */
const SOUND: readonly Said[] = [
  GENESIS,
  published(0),
  missed(1),
  missed(2),
  settled(0),
  published(3),
];

function verified(entries: readonly unknown[], now = slotAt(4), siteTime = now): ChainVerifier {
  const verifier = new ChainVerifier(now, undefined, siteTime);
  for (const entry of entries) verifier.take(entry);
  return verifier;
}

/** A CALL with falling prices: lost with four levels, won at the fifth if the price then rises. */
const falls = (genesis: Said, prices: readonly number[], level: number | null) => {
  const outcome = level === null ? ('loss' as const) : ('profit' as const);
  const closes = closesAt(0, prices);
  const ended = { ...settled(0), outcome, level, closes, when: slotAt(prices.length) };
  return buildChain(genesis, published(0), missed(1), missed(2), missed(3), ended);
};

describe('ladder levels', () => {
  const four = [5, 4, 3, 2, 1];
  const five = [...four, 2];
  const breakIn = (entries: readonly unknown[]) => findBreak(entries, slotAt(7))?.reason ?? null;

  it('follow the rules in the genesis entry', () => {
    expect(breakIn(falls(FIVE_LEVELS, five, 4))).toBeNull();
    expect(breakIn(falls(FIVE_LEVELS, four, null))).toMatch(/not the ones that decide/);
  });

  it('default to four if the genesis entry states none', () => {
    expect(breakIn(falls(GENESIS, four, null))).toBeNull();
    expect(breakIn(falls(GENESIS, five, 4))).toMatch(/won at level 4, but its ledger has only 4/);
  });
});

function findBreak(entries: readonly unknown[], now = slotAt(4)): ChainBreak | null {
  const verifier = new ChainVerifier(now);
  let chainBreak: ChainBreak | null = null;
  for (const entry of entries) chainBreak = verifier.take(entry);
  return chainBreak;
}

describe('valid chain', () => {
  it('passes, with figures computed from its entries', () => {
    expect(findBreak(buildChain(...SOUND))).toBeNull();
    expect(verified(buildChain(...SOUND)).summary()).toMatchObject({
      ledgerId: 'of-a-test',
      demonstration: true,
      entries: 6,
      published: 2,
      settled: 1,
      won: 1,
      lost: 0,
      firstEntryWon: 0,
      missed: 2,
      waiting: 1,
      overdue: 0,
      winRate: { value: 100 },
      firstEntryRate: { value: 0 },
      head: { seq: 5 },
    });
  });

  it('leaves break-evens out of its rates', () => {
    const flat: Said = {
      ...settled(1),
      outcome: 'break-even',
      level: null,
      closes: closesAt(1, [1.085, 1.085]),
      when: slotAt(3),
    };
    const entries = buildChain(GENESIS, published(0), published(1), settled(0), flat);
    expect(verified(entries).summary()).toMatchObject({
      settled: 2,
      breakEven: 1,
      winRate: { value: 100 },
      firstEntryRate: { value: 0 },
    });
  });

  it('counts a commitment as lost if it wasn’t revealed in time', () => {
    const late = verified(buildChain(...SOUND), slotAt(3) + REVEAL_TIMEOUT_MS + 1);
    expect(late.summary()).toMatchObject({ waiting: 0, overdue: 1, winRate: { value: 50 } });
  });

  it('uses the later clock for future times and the earlier one for reveal deadlines', () => {
    const [entries, late] = [buildChain(...SOUND), slotAt(3) + REVEAL_TIMEOUT_MS + 1];
    expect(verified(entries, slotAt(-300), slotAt(4)).count).toBe(SOUND.length);
    expect(verified(entries, slotAt(4), slotAt(-300)).count).toBe(SOUND.length);
    expect(verified(entries, late, slotAt(4)).summary()).toMatchObject({ waiting: 1, overdue: 0 });
    expect(verified(entries, slotAt(4), late).summary()).toMatchObject({ waiting: 1, overdue: 0 });
  });

  it('gives the totals after each settlement', () => {
    const verifier = verified(buildChain(...SOUND));
    expect(verifier.totalsAfter(0)).toMatchObject({ won: 0, missed: 0, maxMissed: 2 });
    expect(verifier.totalsAfter(1)).toMatchObject({
      won: 1,
      firstEntryWon: 0,
      missed: 2,
      maxMissed: 2,
    });
    expect(verifier.totalsAfter(2)).toBeNull();
  });

  it.each([
    [true, { confirmed: 1, settled: 1, won: 1, breakEven: 0, firstEntryWon: 0, result: 7600 }],
    [false, { ...EMPTY_ENTERED_COUNTERS, confirmed: 1 }],
  ])('tallies a signal with go %s', (go, entered) => {
    const close = { at: toIso(slotAt(1)), price: go ? 1.085 : null };
    const confirmation: Said = { type: 'confirmation', slot: idAt(0), go, close, when: slotAt(1) };
    const entries = buildChain(GENESIS, published(0), confirmation, missed(1), settled(0));
    expect(verified(entries).totalsAfter(1)).toMatchObject({ settled: 1, won: 1, entered });
  });

  it('may contain a closed range, and a correction without effect on the totals', () => {
    const entries = buildChain(
      GENESIS,
      published(0),
      settled(0),
      { type: 'closed', from: idAt(1), to: idAt(5), when: slotAt(6) },
      missed(6),
      {
        type: 'correction',
        slot: idAt(0),
        outcome: 'break-even',
        level: null,
        closes: closesAt(0, [1.085, 1.085]),
        fetchedAt: toIso(NOON + DAY_MS),
        when: NOON + DAY_MS,
      },
    );
    expect(findBreak(entries, NOON + DAY_MS)).toBeNull();
    expect(verified(entries, NOON + DAY_MS).summary()).toMatchObject({ won: 1, corrections: 1 });
  });

  it('may reveal a signal late as a loss', () => {
    const when = NOON + REVEAL_TIMEOUT_MS + 1;
    const late: Said = { ...settled(0), outcome: 'loss', level: null, when };
    expect(findBreak(buildChain(GENESIS, published(0), late), when)).toBeNull();
  });

  it('may not state a winning level for a loss revealed late', () => {
    const when = NOON + REVEAL_TIMEOUT_MS + 1;
    for (const level of [0, 1]) {
      const late: Said = { ...settled(0), outcome: 'loss', level, when };
      expect(findBreak(buildChain(GENESIS, published(0), late), when)).toEqual({
        seq: 2,
        reason: `It was revealed too late, which counts as lost, but it says lost at level ${level}.`,
      });
    }
  });
});

describe('tampered chain', () => {
  const sound: readonly unknown[] = buildChain(...SOUND);

  it('breaks at the changed entry, for every field', () => {
    for (const [index, entry] of buildChain(...SOUND).entries())
      for (const field of Object.keys(entry)) {
        const forged = sound.with(index, { ...entry, [field]: 'x' });
        expect(findBreak(forged), `${field} of ${index}`).toMatchObject({ seq: index });
      }
  });

  it('breaks at an entry that was removed, inserted or extended', () => {
    const [, first] = buildChain(...SOUND);
    expect(findBreak(sound.toSpliced(2, 1))).toMatchObject({ seq: 2 });
    expect(findBreak(sound.toSpliced(2, 0, { more: true }))).toMatchObject({ seq: 2 });
    expect(findBreak(sound.with(1, { ...first, note: 'added' }))).toMatchObject({
      seq: 1,
      reason: 'Its content does not match its hash.',
    });
  });

  it('breaks at a malformed entry', () => {
    for (const entry of [null, 7, 'text', [], {}, { type: 'other' }, undefined])
      expect(findBreak([...sound.slice(0, 3), entry])).toMatchObject({ seq: 3 });
  });
});

/** Chains with valid hashes that break a rule, with the sequence number and reason of the break. */
const CHEATS: readonly (readonly [string, readonly Said[], number, RegExp])[] = [
  ['has no genesis entry', [missed(0)], 0, /must begin with a genesis/],
  [
    'has a second genesis entry',
    [GENESIS, missed(0), { ...GENESIS, when: slotAt(1) }],
    2,
    /contain no other/,
  ],
  ['skips a slot', [GENESIS, missed(0), missed(2)], 2, /20261120T1205Z is left out/],
  ['records a slot twice', [GENESIS, published(0), missed(0)], 2, /already accounted for/],
  [
    'names an invalid slot',
    [GENESIS, { ...missed(0), type: 'miss', slot: '20261320T1200Z', reason: '' }],
    1,
    /invalid range of slots/,
  ],
  [
    'goes back in time',
    [GENESIS, missed(0), { ...missed(1), when: NOON }],
    2,
    /earlier than the previous entry’s/,
  ],
  [
    'records a slot before it begins',
    [GENESIS, { ...missed(3), when: slotAt(2) }],
    1,
    /before its slot began/,
  ],
  [
    'is dated in the future',
    [GENESIS, missed(0), { ...missed(1), when: slotAt(20) }],
    2,
    /in the future/,
  ],
  ['publishes at the entry time', [GENESIS, { ...published(0), when: slotAt(1) }], 1, /too late/],
  [
    'extends its reveal deadline',
    [
      GENESIS,
      {
        ...published(0),
        type: 'publication',
        slot: idAt(0),
        commitment: SALT,
        strategyHash: SALT,
        revealBy: toIso(NOON + 2 * DAY_MS),
      },
    ],
    1,
    /reveal deadline is not 24 hours/,
  ],
  ['settles an unpublished signal', [GENESIS, missed(0), settled(0)], 2, /never published/],
  [
    'settles a signal twice',
    [GENESIS, published(0), settled(0), settled(0)],
    3,
    /already been settled/,
  ],
  [
    'reveals a different signal',
    [GENESIS, published(0), { ...settled(0), signal: { ...sealedAt(0), direction: 'PUT' } }],
    2,
    /not the one that was sealed/,
  ],
  [
    'reveals a signal of a different slot',
    [GENESIS, published(0), { ...settled(0), signal: sealedAt(1) }],
    2,
    /different slot/,
  ],
  [
    'states a wrong outcome',
    [GENESIS, published(0), { ...settled(0), level: 0 }],
    2,
    /give “won at level 1”, but it says “won at level 0”/,
  ],
  [
    'settles with wrong closes',
    [GENESIS, published(0), { ...settled(0), closes: closesAt(1, [1, 2]) }],
    2,
    /not the ones that decide/,
  ],
  [
    'settles with too many closes',
    [GENESIS, published(0), { ...settled(0), closes: closesAt(0, [1, 2, 3]), level: 0 }],
    2,
    /not the ones that decide/,
  ],
  [
    'settles before its last close',
    [GENESIS, published(0), { ...settled(0), when: slotAt(2) }],
    2,
    /before its last close/,
  ],
  [
    'reveals a win too late',
    [GENESIS, published(0), { ...settled(0), when: NOON + REVEAL_TIMEOUT_MS + 1 }],
    2,
    /too late, which counts as lost/,
  ],
];

describe('chain with valid hashes', () => {
  it.each(CHEATS)('breaks if it %s', (_what, bodies, seq, reason) => {
    const chainBreak = findBreak(
      buildChain(...bodies),
      bodies.at(-1)?.type === 'settlement' ? NOON + 2 * DAY_MS : slotAt(4),
    );
    expect(chainBreak).toMatchObject({ seq });
    expect(chainBreak?.reason).toMatch(reason);
  });

  it('breaks if it mixes sources', () => {
    const [genesis] = buildChain(GENESIS);
    const [, second] = buildChain(GENESIS, missed(0));
    expect(findBreak([genesis, { ...second, source: 'twelvedata' }])).toMatchObject({ seq: 1 });
  });
});
