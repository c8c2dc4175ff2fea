import { describe, expect, it } from 'vitest';
import { buildKnownSignals, inShort, planImportFile, received } from './anImport';

const context = buildKnownSignals([received('2026-11-20 14:40', 'EURUSD', 'CALL', ['won'])]);

describe('trades in the same minute', () => {
  it.each([
    ['an order type', 'Order', 'Market'],
    ['a counter', '#', '1'],
  ])('count each if %s is in a column named like a ticket', async (_, name, cell) => {
    const rows = [5, 10, 15].map((stake) => `${cell},2026-11-20 14:40,EURUSD,buy,${stake}`);
    const text = `${name},Open time,Asset,Type,Amount\n${rows.join('\n')}\n`;
    const plan = await planImportFile(text, context, { zone: 'UTC' });
    expect(plan.choices.mapping.ticket).toBeUndefined();
    expect(inShort(plan)).toEqual(['14:40 EURUSD CALL [0: 3000]']);
  });

  it('count each if their stakes differ, even with the same ticket number', async () => {
    const text = `Ticket,Open time,Asset,Type,Amount\n7,2026-11-20 14:40,EURUSD,buy,5\n7,2026-11-20 14:40,EURUSD,buy,10\n`;
    const plan = await planImportFile(text, context, { zone: 'UTC' });
    expect(plan.choices.mapping.ticket).toBe(0);
    expect(inShort(plan)).toEqual(['14:40 EURUSD CALL [0: 1500]']);
  });
});
