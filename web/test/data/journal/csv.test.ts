import { applyWrite } from '@quantalgo/contracts';
import { describe, expect, it } from 'vitest';
import { csvRows, guessedMapping, type Mapping, readCsv } from '../../../src/data/journal/csv';
import { journalCsv } from '../../../src/data/journal/journalCsv';
import { entryView, type JournalView } from '../../../src/data/journal/entries';
import { aView, ID } from './aRow';

const nothing = (id: string) => entryView(id, undefined, []);

const read = (text: string, viewOf: (id: string) => JournalView = nothing, mapping?: Mapping) => {
  const rows = csvRows(text);
  return readCsv(rows, mapping ?? guessedMapping(rows[0] ?? []), viewOf);
};

/** The journal after an import. */
const imported = (text: string, viewOf = nothing) =>
  new Map(
    read(text, viewOf).writes.map((write) => [
      write.id,
      { ...viewOf(write.id), ...applyWrite(viewOf(write.id), write) },
    ]),
  );

const BROKERS =
  'Open time,Asset,Type,Amount,Open price\r\n' +
  '2026-11-20 14:10:03,EUR/USD,buy,2.00,1.08541\r\n' +
  '2026-11-20 14:40:02,XAU/USD,sell,$4.50,2318.6\r\n';

describe('a journal as CSV', () => {
  it('comes back whole, and changes nothing where it is there already', () => {
    const view = aView({
      note: 'Waited, then "went"\nin',
      tags: ['calm', 'news'],
      broker: 'Pocket Option',
      payout: 0.825,
      trades: [
        { level: 0, stake: 200, price: 1.0854, at: '2026-11-20T14:10:03.000Z', close: null },
        { level: 1, stake: 440, price: null, at: '2026-11-20T14:15:00.000Z', close: 1.0861 },
      ],
    });
    const text = journalCsv([view]);
    const { status, pair, direction, trades, broker, payout, note, tags } = view;
    expect(imported(text).get(ID)).toMatchObject({
      status,
      pair,
      direction,
      trades,
      broker,
      payout,
      note,
      tags,
      besides: [],
    });
    expect(read(text, () => view)).toEqual({ writes: [], known: 1, bad: [] });
  });

  it('invents no time for a trade that has none', () => {
    const untimed = { level: 0, stake: 200, price: null, at: null, close: null };
    const view = aView({ trades: [untimed, { ...untimed, level: 1 }] });
    const text = journalCsv([view]);
    expect(read(text, () => view)).toEqual({ writes: [], known: 1, bad: [] });
    expect(imported(text).get(ID)?.trades).toEqual(view.trades);
  });

  it('runs no formula in a spreadsheet, and reads it back as it was', () => {
    const text = journalCsv([aView({ note: '=HYPERLINK("x")' })]);
    expect(text).toContain("'=HYPERLINK");
    expect(imported(text).get(ID)?.note).toBe('=HYPERLINK("x")');
  });
});

describe('a broker’s file', () => {
  it('is read by the names of its columns, each trade to its signal', () => {
    const entries = imported(BROKERS);
    expect([...entries.keys()]).toEqual(['20261120T1405Z', '20261120T1435Z']);
    expect(entries.get(ID)).toMatchObject({
      status: 'taken',
      pair: 'EURUSD',
      direction: 'CALL',
      trades: [{ level: 0, stake: 200, price: 1.08541, at: '2026-11-20T14:10:03.000Z' }],
    });
  });

  it('is read whole where a cell has a stray quote, or thousands in a stake', () => {
    const text =
      'opened,stake,note\n2026-11-20 14:10,"1,250.00",a 5" screen\n2026-11-20 14:40,2,"Up"\n';
    const entries = imported(text);
    expect([...entries.values()]).toMatchObject([
      { note: 'a 5" screen', trades: [{ stake: 125_000 }] },
      { note: 'Up', trades: [{ stake: 200 }] },
    ]);
  });

  it('is read with semicolons or tabs between its columns, as spreadsheets write them', () => {
    for (const mark of [';', '\t']) {
      const text = 'Time|Asset|Amount\n2026-11-20 14:10|EUR/USD|2,50\n'.replaceAll('|', mark);
      expect(imported(text).get(ID)).toMatchObject({ pair: 'EURUSD', trades: [{ stake: 250 }] });
    }
  });

  it('names a row of a pair that the signal of its time was not for', () => {
    const { writes, bad } = read(BROKERS, (id) =>
      id === ID ? aView({ pair: 'GBPUSD', record: null }) : nothing(id),
    );
    expect(bad).toEqual([{ line: 2, why: 'The signal of that time is for GBP/USD' }]);
    expect(writes).toHaveLength(1);
    const gold = BROKERS.replace('EUR/USD', 'XAU/USD');
    expect(read(gold, (id) => (id === ID ? aView({ pair: null }) : nothing(id))).bad).toEqual([
      { line: 2, why: 'The signal of that time is for EUR/USD' },
    ]);
  });

  it('imported twice doubles nothing', () => {
    const first = imported(BROKERS);
    const again = read(BROKERS, (id) => first.get(id) ?? nothing(id));
    expect(again).toEqual({ writes: [], known: 2, bad: [] });
  });

  it('is read by a mapping where its columns are named otherwise', () => {
    const text = 'Wann,Was,Wie viel\n2026-11-20T14:10:00+00:00,EUR/USD,2\n';
    const { writes } = read(text, nothing, { opened: 0, pair: 1, stake: 2 });
    expect(writes).toMatchObject([{ id: ID, change: { pair: 'EURUSD', status: 'taken' } }]);
  });

  it.each([
    ['a time that is none', 'soon,EUR/USD,buy,2,1.1', 'It has neither a signal nor a time'],
    ['a pair that is none', '2026-11-20 14:10,EURO,buy,2,1.1', 'Not a pair, for example EUR/USD'],
    [
      'another direction',
      '2026-11-20 14:10,EUR/USD,left,2,1.1',
      'The direction must be CALL or PUT, or buy or sell',
    ],
    [
      'a stake in words',
      '2026-11-20 14:10,EUR/USD,buy,two,1.1',
      'Enter a stake from $0.01 to $1,000,000',
    ],
    [
      'a level twice',
      '2026-11-20 14:10:30,EUR/USD,buy,2,1.1',
      'An earlier row already has this level',
    ],
  ])('names a row with %s, and takes the others', (_, row, why) => {
    const { writes, bad } = read(`${BROKERS}${row}\r\n`);
    expect(bad).toEqual([{ line: 4, why }]);
    expect(writes).toHaveLength(2);
  });

  it('leaves other levels of a ladder, and what a row says nothing of', () => {
    const first = { level: 0, stake: 100, price: null, at: null, close: 1.0861 };
    const second = { level: 1, stake: 440, price: 1.0857, at: null, close: null };
    const view = aView({ trades: [first, second] });
    const entry = imported(BROKERS, (id) => (id === ID ? view : nothing(id))).get(ID);
    expect(entry?.trades).toEqual([
      { level: 0, stake: 200, price: 1.08541, at: '2026-11-20T14:10:03.000Z', close: 1.0861 },
      second,
    ]);
  });

  it.each(['removed', 'paper'] as const)('takes no trade along that was %s', (status) => {
    const staked = { level: 1, stake: 440, price: null, at: null, close: null };
    const view = aView({ status, trades: [staked] });
    const entry = imported(BROKERS, (id) => (id === ID ? view : nothing(id))).get(ID);
    expect(entry).toMatchObject({ status: 'taken', trades: [{ level: 0, stake: 200 }] });
    expect(entry?.trades).toHaveLength(1);
  });

  it('leaves what an entry holds where the file says nothing of it', () => {
    const view = aView({ note: 'calm', trades: [] });
    const entry = imported(BROKERS, (id) => (id === ID ? view : nothing(id))).get(ID);
    expect(entry).toMatchObject({ note: 'calm', besides: [] });
  });
});
