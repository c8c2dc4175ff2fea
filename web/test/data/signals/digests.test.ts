import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitrarySignal } from '../../../../contracts/test/signals/arbitrarySignal';
import {
  toSignalDigest,
  parseDigests,
  serializeDigests,
  parseDayRows,
} from '../../../src/data/storage/digests';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { MemberDatabase } from '../../../src/data/database/tables';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';

const ALL: Audience[] = ['basic', 'order-flow'];
const arrival = { receivedAt: SLOT, live: false };

async function openDatabase() {
  const database = new MemberDatabase('digests', { indexedDB: new IDBFactory(), IDBKeyRange });
  await database.open();
  await pruneToAudiences(database, ALL);
  return database;
}

const digestsIn = async (database: MemberDatabase) =>
  parseDayRows(await database.digests.toArray()).flatMap(({ text }) => parseDigests(text));

describe('signal digest', () => {
  it('survives serialisation', () => {
    fc.assert(
      fc.property(fc.array(arbitrarySignal, { maxLength: 5 }), (signals) => {
        const read = parseDigests(serializeDigests(signals.map(toSignalDigest)));
        expect(read.map(({ id }) => id)).toEqual(signals.map(({ id }) => id));
        for (const [at, { pair, strategy, confidence, settlement }] of signals.entries()) {
          expect(read[at]).toMatchObject({ pair, strategy });
          expect(read[at]?.confidence.value).toBe(confidence.value + 0);
          expect(read[at]?.entered).toBe(signals[at]?.entered);
          expect(read[at]?.moves).toBe((signals[at]?.moves ?? 0) + 0);
          expect(read[at]?.ending?.outcome).toBe(settlement?.outcome);
          const prices = settlement?.closes.map(({ price }) => price);
          expect(read[at]?.ending?.closes.map(({ price }) => price)).toEqual(prices);
        }
      }),
    );
  });

  it('has the same verdict and profit as its signal', () => {
    fc.assert(
      fc.property(
        arbitrarySignal,
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        (signal, payout) => {
          const [listed] = parseDigests(serializeDigests([toSignalDigest(signal)]));
          const [inList, onCard] = [
            listed && getVerdict(listed, payout),
            getVerdict(signal, payout),
          ];
          expect(inList?.name).toBe(onCard.name);
          expect(inList?.perFirstStake).toBeCloseTo(onCard.perFirstStake, 9);
        },
      ),
    );
  });

  it.each(['', 'null', '[["20261120T1405Z"]]', '[{}]'])(
    'is left out if the stored text is %s',
    (text) => {
      expect(parseDigests(text)).toEqual([]);
    },
  );
});

describe('stored digests', () => {
  it('follow stored signals and their later settlements', async () => {
    const database = await openDatabase();
    const first = aSignal(SLOT);
    await storeSignals(database, ALL, createBatch(first, aSignal(SLOT + SLOT_MS)), arrival, true);
    expect((await digestsIn(database)).map(({ ending }) => ending)).toEqual([null, null]);
    const settled = { ...first, updatedAt: SLOT + 900_000, settlement: aSettlement() };
    await storeSignals(database, ALL, createBatch(settled), arrival, true);
    const [one, two] = await digestsIn(database);
    expect(one).toMatchObject({ id: first.id, ending: { outcome: 'profit', level: 0 } });
    expect(two?.ending).toBeNull();
  });

  it('lose the signals of a lost audience', async () => {
    const database = await openDatabase();
    const orderFlow = aSignal(SLOT + SLOT_MS, { audience: 'order-flow' });
    await storeSignals(database, ALL, createBatch(aSignal(SLOT), orderFlow), arrival, true);
    await pruneToAudiences(database, ['basic']);
    expect((await digestsIn(database)).map(({ audience }) => audience)).toEqual(['basic']);
    await pruneToAudiences(database, []);
    expect(await digestsIn(database)).toEqual([]);
  });
});
