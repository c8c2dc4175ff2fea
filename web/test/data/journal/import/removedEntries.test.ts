import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { applyWrite, type JournalContent } from '@quantalgo/contracts/journal/write';
import { describe, expect, it } from 'vitest';
import { buildKnownSignals, planImportFile, received } from './anImport';

const ID = '20261126T1115Z';

const SIGNALS = [received('2026-11-26 11:20', 'GBPUSD', 'CALL', ['won'])];

const FILE = 'Open time,Asset,Type,Amount\n2026-11-26 11:20:05,GBP/USD,call,10.00\n';

/** A trade with all fields filled in, which the member removed. */
const removed = (changes: Partial<JournalContent> = {}): JournalContent => ({
  status: 'removed',
  pair: 'XAUUSD',
  direction: 'PUT',
  trades: [{ level: 1, stake: 700, price: 4100, at: null, close: 4101 }],
  broker: 'Quotex',
  payout: 0.2,
  note: 'Gold before the news',
  tags: ['news'],
  picture: '11111111-1111-4111-8111-111111111111',
  conflicts: [],
  ...changes,
});

const planOver = async (entry: JournalContent, file = FILE, importsRemoved = false) => {
  const context = buildKnownSignals(SIGNALS, new Map([[ID, entry]]));
  const plan = await planImportFile(file, context, { zone: 'UTC', importsRemoved });
  return { plan, after: plan.writes.reduce<JournalContent>(applyWrite, entry) };
};

const SAME_TRADE = { pair: 'GBPUSD', direction: 'CALL' } as const;

describe('an import over a removed entry', () => {
  it.each([
    ['the same trade', SAME_TRADE],
    ['an unknown pair and direction', { pair: null, direction: null }],
  ])('leaves an entry with %s removed', async (_, trade) => {
    const { plan } = await planOver(removed(trade));
    expect(plan.writes).toEqual([]);
    expect(plan.entries).toMatchObject([{ state: 'removed', wasRemoved: true }]);
    expect([plan.fits, plan.bad]).toEqual([1, []]);
  });

  it('has no notes on rows that it leaves out', async () => {
    const file = FILE.replace('10.00', '');
    const { plan } = await planOver(removed(SAME_TRADE), file);
    expect(plan.notes.withoutStake).toBe(0);
  });

  it('imports an entry with the same trade again if the member chooses so', async () => {
    const { plan, after } = await planOver(removed(SAME_TRADE), FILE, true);
    expect(plan.entries).toMatchObject([{ state: 'changed', wasRemoved: true }]);
    expect(after).toMatchObject({ status: 'taken', trades: [{ level: 0, stake: 1000 }] });
    expect(after).toMatchObject({ payout: null, note: '', broker: '', tags: [], picture: null });
  });

  it('changes nothing if the file says that the trade was removed', async () => {
    const file = `signal,pair,direction,what,level,stake,price,close\n${ID},GBP/USD,call,removed,1,7,4100,4101\n`;
    for (const importsRemoved of [false, true]) {
      const { plan } = await planOver(removed(SAME_TRADE), file, importsRemoved);
      expect(plan.entries).toMatchObject([{ state: 'same', wasRemoved: false }]);
    }
  });

  it('takes nothing from the removed trade', async () => {
    const { plan, after } = await planOver(removed());
    expect(after).toEqual({
      ...EMPTY_FIELDS,
      status: 'taken',
      pair: 'GBPUSD',
      direction: 'CALL',
      trades: [{ level: 0, stake: 1000, price: null, at: '2026-11-26T11:20:05.000Z', close: null }],
      conflicts: [],
    });
    const fresh = await planImportFile(FILE, buildKnownSignals(SIGNALS), { zone: 'UTC' });
    expect(plan.entries[0]?.cents()).toBe(fresh.entries[0]?.cents());
  });

  it('merges nothing if the file’s own trade was removed too', async () => {
    const file = `signal,pair,direction,what,level,stake\n${ID},GBP/USD,call,removed,0,10\n`;
    const { after } = await planOver(removed(), file);
    expect(after).toMatchObject({ status: 'removed', payout: null, trades: [{ level: 0 }] });
  });
});
