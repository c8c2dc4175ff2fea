import { describe, expect, it } from 'vitest';
import { afterPlan, buildKnownSignals, inShort, planImportFile, received } from './anImport';

const SIGNALS = [received('2026-11-26 11:20', 'GBPUSD', 'CALL', ['won'])];

const buildFile = (broker: string, stake: string) =>
  `Open time,Asset,Type,Amount,Broker\n2026-11-26 11:20:05,GBP/USD,call,${stake},${broker}\n`;

/** Imports a second file after one of Pocket Option with a stake of $10. */
async function importSecond(broker: string) {
  const zone = { zone: 'UTC' };
  const first = await planImportFile(
    buildFile('Pocket Option', '10'),
    buildKnownSignals(SIGNALS),
    zone,
  );
  const context = buildKnownSignals(SIGNALS, afterPlan(first));
  return planImportFile(buildFile(broker, '20'), context, zone);
}

describe('a signal traded at two brokers', () => {
  it('keeps the first broker’s stakes and says what to do with the second’s', async () => {
    const plan = await importSecond('Quotex');
    expect([plan.writes, plan.entries]).toEqual([[], []]);
    expect(plan.bad).toEqual([
      {
        line: 2,
        reason:
          'your journal has its signal’s trade at Pocket Option: add this stake to that entry yourself, or correct its broker',
      },
    ]);
  });

  it.each(['POCKET OPTION', 'PocketOption', 'Pocket  option', 'pocket-option'])(
    'takes %s for the same broker',
    async (broker) => {
      const plan = await importSecond(broker);
      expect([inShort(plan), plan.bad]).toEqual([['11:20 GBPUSD CALL [0: 2000]'], []]);
    },
  );

  it('updates the entry from a file without a broker', async () => {
    const plan = await importSecond('');
    expect(plan.bad).toEqual([]);
    expect(plan.writes[0]?.change.trades).toMatchObject([{ stake: 2000 }]);
  });
});
