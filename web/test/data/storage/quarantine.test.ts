import { getSlotDay, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { buildInventory } from '@quantalgo/contracts/record/inventory';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { AUDIENCES, type Signal } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemberDatabase } from '../../../src/data/database/tables';
import { parseDigests, parseDayRows, readSignals } from '../../../src/data/storage/digests';
import { findDaysWithHoles } from '../../../src/data/storage/inventory';
import {
  type Batch,
  readDocuments,
  parseListedSignals,
} from '../../../src/data/storage/quarantine';
import { pruneToAudiences, readCursor, storeSignals } from '../../../src/data/storage/signalTable';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';

const ARRIVAL = { receivedAt: SLOT + 1500, live: false };
const ended: Signal = { ...aSignal(), updatedAt: SLOT + 700_000, settlement: aSettlement() };

/** An API row with an outcome unknown to this build. */
const voided = { ...toApiSignal(ended, SLOT), outcome: 'void', settlement: settlementAs('void') };

function settlementAs(outcome: string) {
  return { ...toApiSignal(ended, SLOT).settlement, outcome, level: null };
}

/** A document as the SDK returns it, with times as Timestamp objects. */
const toDocument = ({ id, ...signal }: Signal, changes: object = {}) => {
  const time = (at: number) => ({ toMillis: () => at });
  const { createdAt, publishedAt, updatedAt, expiresAt } = signal;
  const times = { createdAt, publishedAt, updatedAt, expiresAt };
  const stamped: Record<string, object> = {};
  for (const [name, at] of Object.entries(times)) stamped[name] = time(at);
  return { id, data: () => ({ id, ...signal, ...stamped, ...changes }) };
};

let database: MemberDatabase;
let databases = 0;

beforeEach(async () => {
  databases += 1;
  database = new MemberDatabase(`quarantined-${databases}`);
  await database.open();
  await pruneToAudiences(database, AUDIENCES);
});
afterEach(() => database.delete());

const stored = async () => readSignals(await database.signals.toArray());
const store = (batch: Batch) => storeSignals(database, AUDIENCES, batch, ARRIVAL, true);

describe('unreadable signals', () => {
  it('are separated row by row in lists and documents', () => {
    const other = aSignal(SLOT + SLOT_MS);
    const listed = parseListedSignals([voided, toApiSignal(other, SLOT), { no: 'id' }]);
    expect(listed).toEqual({
      signals: [other],
      unparsed: [{ id: ended.id, form: 'api', raw: voided }],
    });
    const read = readDocuments([toDocument(other), toDocument(ended, { direction: 'SIDEWAYS' })]);
    expect(read.signals).toEqual([other]);
    expect(read.unparsed).toMatchObject([
      { id: ended.id, raw: { direction: 'SIDEWAYS', createdAt: SLOT } },
    ]);
  });

  it('are quarantined even if their pair is unknown', () => {
    const { unparsed } = parseListedSignals([{ ...voided, pair: 'BITCOIN' }]);
    expect(unparsed).toHaveLength(1);
  });

  it('are quarantined while the cursor advances', async () => {
    await store(parseListedSignals([voided]));
    expect(await stored()).toEqual([]);
    expect(await database.quarantine.count()).toBe(1);
    expect((await readCursor(database))?.updatedAt).toBe(ended.updatedAt);
  });

  it('are restored with their digests by a build that can read them', async () => {
    const raw = toApiSignal(ended, SLOT);
    await database.quarantine.put({ id: ended.id, form: 'api', raw, ...ARRIVAL });
    const next = aSignal(SLOT + SLOT_MS);
    await database.quarantine.put({
      id: next.id,
      form: 'document',
      raw: next,
      ...ARRIVAL,
    });
    await pruneToAudiences(database, AUDIENCES);
    expect(await stored()).toEqual([ended, next].map((signal) => ({ ...signal, ...ARRIVAL })));
    const days = parseDayRows(await database.digests.toArray());
    expect(days.flatMap(({ text }) => parseDigests(text))).toHaveLength(2);
    expect(await database.quarantine.count()).toBe(0);
  });

  it('leave the readable version in place until a newer readable one arrives', async () => {
    await store(parseListedSignals([toApiSignal(aSignal(), SLOT)]));
    await store(parseListedSignals([voided]));
    expect((await stored()).map(({ settlement }) => settlement)).toEqual([null]);
    expect(await database.quarantine.count()).toBe(1);
    await store(parseListedSignals([toApiSignal(ended, SLOT)]));
    expect((await stored()).map(({ settlement }) => settlement)).toEqual([aSettlement()]);
    expect(await database.quarantine.count()).toBe(0);
  });

  it('are dropped if a newer version is already stored', async () => {
    await store(parseListedSignals([toApiSignal(ended, SLOT)]));
    await store(parseListedSignals([{ ...toApiSignal(aSignal(), SLOT), direction: 'SIDEWAYS' }]));
    expect(await database.quarantine.count()).toBe(0);
  });

  it('count as present, so that their day is not refetched', async () => {
    await store(parseListedSignals([voided]));
    const day = [getSlotDay(ended.id)];
    const asServed = { ...ended, settlement: { ...aSettlement(), outcome: 'void', level: null } };
    const inventory = buildInventory(day, [asServed]);
    expect(await findDaysWithHoles(database, inventory, AUDIENCES)).toEqual([]);
    expect(await findDaysWithHoles(database, buildInventory(day, [ended]), AUDIENCES)).toEqual(day);
  });
});
