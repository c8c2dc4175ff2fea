import { describe, expect, it } from 'vitest';
import { DAY_MS, toIso } from '../../../src/core/time';
import { type ChainBreak, ChainVerifier } from '../../../src/record/ledger/verifier';
import { REVEAL_TIMEOUT_MS } from '../../../src/signals/ended';
import {
  chainOf,
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

/** A chain as it should be: won at level 1, missed, and one that still runs. */
const SOUND: readonly Said[] = [
  GENESIS,
  published(0),
  missed(1),
  missed(2),
  settled(0),
  published(3),
];

function verified(entries: readonly unknown[], now = slotAt(4)): ChainVerifier {
  const verifier = new ChainVerifier(now);
  for (const entry of entries) verifier.take(entry);
  return verifier;
}

/** A CALL that falls four times and then rises: lost with four levels, won at the fifth. */
const falls = (genesis: Said, prices: readonly number[], level: number | null) => {
  const outcome = level === null ? ('loss' as const) : ('profit' as const);
  const closes = closesAt(0, prices);
  const ended = { ...settled(0), outcome, level, closes, when: slotAt(prices.length) };
  return chainOf(genesis, published(0), missed(1), missed(2), missed(3), ended);
};

describe('the levels of a chain', () => {
  const four = [5, 4, 3, 2, 1];
  const five = [...four, 2];
  const breakIn = (entries: readonly unknown[]) => breakOf(entries, slotAt(7))?.reason ?? null;

  it('are those that its genesis states', () => {
    expect(breakIn(falls(FIVE_LEVELS, five, 4))).toBeNull();
    expect(breakIn(falls(FIVE_LEVELS, four, null))).toMatch(/not the ones that decide/);
  });

  it('are four where it states none', () => {
    expect(breakIn(falls(GENESIS, four, null))).toBeNull();
    expect(breakIn(falls(GENESIS, five, 4))).toMatch(/won at level 4, but its ledger has only 4/);
  });
});

function breakOf(entries: readonly unknown[], now = slotAt(4)): ChainBreak | null {
  const verifier = new ChainVerifier(now);
  let found: ChainBreak | null = null;
  for (const entry of entries) found = verifier.take(entry);
  return found;
}

describe('a sound chain', () => {
  it('holds, and its figures are computed from its entries', () => {
    expect(breakOf(chainOf(...SOUND))).toBeNull();
    expect(verified(chainOf(...SOUND)).summary()).toMatchObject({
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

  it('counts a commitment that nobody revealed in time as lost', () => {
    const late = verified(chainOf(...SOUND), slotAt(3) + REVEAL_TIMEOUT_MS + 1);
    expect(late.summary()).toMatchObject({ waiting: 0, overdue: 1, winRate: { value: 50 } });
  });

  it('knows how the record stood after each settlement', () => {
    const verifier = verified(chainOf(...SOUND));
    expect(verifier.totalsAfter(0)).toMatchObject({ won: 0 });
    expect(verifier.totalsAfter(1)).toMatchObject({ won: 1, firstEntryWon: 0 });
    expect(verifier.totalsAfter(2)).toBeNull();
  });

  it('may hold a closed market as one range, and a correction that counts nothing', () => {
    const entries = chainOf(
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
    expect(breakOf(entries, NOON + DAY_MS)).toBeNull();
    expect(verified(entries, NOON + DAY_MS).summary()).toMatchObject({ won: 1, corrections: 1 });
  });

  it('may reveal too late, as a loss', () => {
    const when = NOON + REVEAL_TIMEOUT_MS + 1;
    const late: Said = { ...settled(0), outcome: 'loss', level: null, when };
    expect(breakOf(chainOf(GENESIS, published(0), late), when)).toBeNull();
  });

  it('may not count the first entry of a loss that it reveals too late as won', () => {
    const when = NOON + REVEAL_TIMEOUT_MS + 1;
    for (const level of [0, 1]) {
      const late: Said = { ...settled(0), outcome: 'loss', level, when };
      expect(breakOf(chainOf(GENESIS, published(0), late), when)).toEqual({
        seq: 2,
        reason: `It was revealed too late, which counts as lost, but it says lost at level ${level}.`,
      });
    }
  });
});

describe('what was changed after it was chained', () => {
  const sound: readonly unknown[] = chainOf(...SOUND);

  it('is found at its own number, whichever field it is', () => {
    for (const [index, entry] of chainOf(...SOUND).entries())
      for (const field of Object.keys(entry)) {
        const forged = sound.with(index, { ...entry, [field]: 'x' });
        expect(breakOf(forged), `${field} of ${index}`).toMatchObject({ seq: index });
      }
  });

  it('is found where an entry was taken out, added to, or two changed places', () => {
    const [, first] = chainOf(...SOUND);
    expect(breakOf(sound.toSpliced(2, 1))).toMatchObject({ seq: 2 });
    expect(breakOf(sound.toSpliced(2, 0, { more: true }))).toMatchObject({ seq: 2 });
    expect(breakOf(sound.with(1, { ...first, note: 'added' }))).toMatchObject({
      seq: 1,
      reason: 'Its content does not match its hash.',
    });
  });

  it('is found where it is no entry at all', () => {
    for (const entry of [null, 7, 'text', [], {}, { type: 'other' }, undefined])
      expect(breakOf([...sound.slice(0, 3), entry])).toMatchObject({ seq: 3 });
  });
});

/** Chains whose hashes all fit, made by somebody who breaks a rule: at which number, and what is said of it. */
const CHEATS: readonly (readonly [string, readonly Said[], number, RegExp])[] = [
  ['begins with no genesis', [missed(0)], 0, /must begin with a genesis/],
  ['begins twice', [GENESIS, missed(0), { ...GENESIS, when: slotAt(1) }], 2, /contain no other/],
  ['leaves a slot out', [GENESIS, missed(0), missed(2)], 2, /20261120T1205Z is left out/],
  ['takes a slot twice', [GENESIS, published(0), missed(0)], 2, /already accounted for/],
  [
    'names a slot that there is not',
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
    'writes a slot down before it is there',
    [GENESIS, { ...missed(3), when: slotAt(2) }],
    1,
    /before its slot began/,
  ],
  [
    'is ahead of its time',
    [GENESIS, missed(0), { ...missed(1), when: slotAt(20) }],
    2,
    /in the future/,
  ],
  [
    'publishes once it can be entered',
    [GENESIS, { ...published(0), when: slotAt(1) }],
    1,
    /too late/,
  ],
  [
    'gives itself more time',
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
    /deadline other than 24 hours/,
  ],
  ['settles what was never published', [GENESIS, missed(0), settled(0)], 2, /never published/],
  ['settles twice', [GENESIS, published(0), settled(0), settled(0)], 3, /already been settled/],
  [
    'reveals another signal',
    [GENESIS, published(0), { ...settled(0), signal: { ...sealedAt(0), direction: 'PUT' } }],
    2,
    /not the one that was sealed/,
  ],
  [
    'reveals another slot',
    [GENESIS, published(0), { ...settled(0), signal: sealedAt(1) }],
    2,
    /different slot/,
  ],
  [
    'names another outcome',
    [GENESIS, published(0), { ...settled(0), level: 0 }],
    2,
    /give “won at level 1”, but it says “won at level 0”/,
  ],
  [
    'judges on other closes',
    [GENESIS, published(0), { ...settled(0), closes: closesAt(1, [1, 2]) }],
    2,
    /not the ones that decide/,
  ],
  [
    'judges on more closes',
    [GENESIS, published(0), { ...settled(0), closes: closesAt(0, [1, 2, 3]), level: 0 }],
    2,
    /not the ones that decide/,
  ],
  [
    'judges before its last close',
    [GENESIS, published(0), { ...settled(0), when: slotAt(2) }],
    2,
    /before its last close/,
  ],
  [
    'reveals a winner too late',
    [GENESIS, published(0), { ...settled(0), when: NOON + REVEAL_TIMEOUT_MS + 1 }],
    2,
    /too late, which counts as lost/,
  ],
];

describe('a chain whose hashes fit', () => {
  it.each(CHEATS)('is found out where it %s', (_what, said, seq, reason) => {
    const found = breakOf(
      chainOf(...said),
      said.at(-1)?.type === 'settlement' ? NOON + 2 * DAY_MS : slotAt(4),
    );
    expect(found).toMatchObject({ seq });
    expect(found?.reason).toMatch(reason);
  });

  it('is found out where it mixes markets', () => {
    const [genesis] = chainOf(GENESIS);
    const [, second] = chainOf(GENESIS, missed(0));
    expect(breakOf([genesis, { ...second, source: 'twelvedata' }])).toMatchObject({ seq: 1 });
  });
});
