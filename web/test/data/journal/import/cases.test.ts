import { describe, expect, it } from 'vitest';
import { aView } from '../aRow';
import {
  afterPlan,
  inShort,
  buildKnownSignals,
  planImportFile,
  received,
  readTable,
} from './anImport';

const LADDER = `Open time,Asset,Type,Amount
2026-11-26 11:20:05,GBP/USD,call,1.00
2026-11-26 11:25:04,GBP/USD,call,2.20
2026-11-26 11:30:04,GBP/USD,call,4.84
2026-11-26 11:35:04,GBP/USD,call,10.65
`;

const LOST = ['lost', 'lost', 'lost', 'lost'] as const;

/** The ladder's signal and others with the slots of its later levels. */
const AROUND = buildKnownSignals([
  received('2026-11-26 11:20', 'GBPUSD', 'CALL', LOST),
  received('2026-11-26 11:25', 'XAUUSD', 'CALL', ['won']),
  received('2026-11-26 11:30', 'USDJPY', 'CALL', ['won']),
  received('2026-11-26 11:35', 'XAUUSD', 'PUT', ['lost', 'won']),
  received('2026-11-26 12:20', 'XAUUSD', 'PUT', ['won']),
  received('2026-11-26 13:20', 'GBPUSD', 'PUT', ['won']),
]);

const later = (text: string, hours: number) => text.replace(/ 11:/g, ` ${11 + hours}:`);

describe('a ladder of four levels', () => {
  it.each([
    ['UTC', 0, 'UTC'],
    ['the member’s zone', 1, 'Africa/Lagos'],
    ['a broker’s zone in winter', 2, 'Europe/Athens'],
  ])('becomes one entry with four levels in %s', async (_, hours, zone) => {
    const plan = await planImportFile(later(LADDER, hours), AROUND);
    expect(plan.choices.zone).toBe(zone);
    expect(plan.zones.find((one) => one.zone === zone)).toEqual({ zone, fits: 4 });
    expect(inShort(plan)).toEqual(['11:20 GBPUSD CALL [0: 100, 1: 220, 2: 484, 3: 1065]']);
    expect(plan.entries[0]?.cents()).toBe(-1869);
    expect([plan.trades, plan.fits, plan.outside]).toEqual([4, 4, []]);
  });

  it('is matched in a broker’s zone in summer, one hour further ahead', async () => {
    const summer = buildKnownSignals([received('2026-07-16 11:20', 'GBPUSD', 'CALL', LOST)]);
    const text = later(LADDER, 3).replaceAll('2026-11-26', '2026-07-16');
    const plan = await planImportFile(text, summer);
    expect(['Europe/Athens', 'America/New_York+07:00']).toContain(plan.choices.zone);
    expect(inShort(plan)).toEqual(['11:20 GBPUSD CALL [0: 100, 1: 220, 2: 484, 3: 1065]']);
  });

  it('stays one entry next to signals with the same pair and direction', async () => {
    const context = buildKnownSignals([
      received('2026-11-26 11:20', 'GBPUSD', 'CALL', LOST),
      received('2026-11-26 11:25', 'GBPUSD', 'CALL', ['lost', 'lost', 'lost', 'won']),
      received('2026-11-26 11:10', 'GBPUSD', 'CALL', LOST),
    ]);
    expect(inShort(await planImportFile(LADDER, context, { zone: 'UTC' }))).toEqual([
      '11:20 GBPUSD CALL [0: 100, 1: 220, 2: 484, 3: 1065]',
    ]);
  });

  it('changes nothing when imported again', async () => {
    const first = await planImportFile(LADDER, AROUND);
    expect(first.entries[0]?.state).toBe('new');
    const again = await planImportFile(LADDER, { ...AROUND, entries: afterPlan(first) });
    expect(again.writes).toEqual([]);
    expect(again.entries[0]?.state).toBe('same');
  });

  it('leaves a row undecided if two signals match it equally well', async () => {
    const context = buildKnownSignals([
      received('2026-11-26 11:20', 'GBPUSD', 'CALL', LOST),
      received('2026-11-26 11:25', 'GBPUSD', 'CALL', LOST),
    ]);
    const text = LADDER.split('\n').slice(0, 3).join('\n').replace('2.20', '1.50');
    const plan = await planImportFile(text, context, { zone: 'UTC' });
    expect(plan.undecided).toEqual([
      {
        line: 3,
        candidates: [
          { id: '20261126T1120Z', level: 0 },
          { id: '20261126T1115Z', level: 1 },
        ],
      },
    ]);
    expect(inShort(plan)).toEqual(['11:20 GBPUSD CALL [0: 100]']);
    const chosen = await planImportFile(text, context, {
      zone: 'UTC',
      picks: { 3: '20261126T1115Z' },
    });
    expect(inShort(chosen)).toEqual(['11:20 GBPUSD CALL [0: 100, 1: 150]']);
    expect([chosen.undecided, chosen.picked]).toEqual([[], plan.undecided]);
  });
});

describe('matching rows to signals', () => {
  it.each([
    ['another pair', LADDER.replaceAll('GBP/USD', 'EUR/USD')],
    ['another direction', LADDER.replaceAll('call', 'put')],
    [
      'a time between two levels',
      LADDER.replace(
        /11:(\d)(\d):\d\d/g,
        (_, tens: string, ones: string) => `11:${tens}${Number(ones) + 4}:20`,
      ),
    ],
  ])('leaves out a row with %s and names it', async (_, text) => {
    const { outside, fits } = await planImportFile(text, AROUND, { zone: 'UTC' });
    expect(fits).toBeLessThan(3);
    expect(outside[0]?.line).toBe(2);
    expect(outside[0]?.reason).toMatch(/ at 2026-11-26 11:2\d UTC is not one of our signals$/);
  });

  it('matches a row from 30 seconds before to four minutes after its level', async () => {
    const at = async (time: string) =>
      (
        await planImportFile(`Open time,Asset,Type\n2026-11-26 ${time},GBPUSD,call\n`, AROUND, {
          zone: 'UTC',
        })
      ).fits;
    expect(await Promise.all(['11:19:29', '11:19:30', '11:24:00', '11:24:01'].map(at))).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('reports rows older than the signals on the device separately', async () => {
    const context = { ...AROUND, since: Date.UTC(2026, 10, 26, 11, 30) };
    const text = LADDER.replaceAll('GBP/USD', 'EUR/USD');
    const plan = await planImportFile(text, context, { zone: 'UTC' });
    expect(plan.older).toBe(4);
    expect(plan.outside[0]?.reason).toBe('it is older than the signals on this device');
  });

  it('never changes an entry that contains another trade', async () => {
    const other = { ...aView({ pair: 'XAUUSD', direction: 'PUT' }), conflicts: [] };
    const context = { ...AROUND, entries: new Map([['20261126T1115Z', other]]) };
    const plan = await planImportFile(LADDER, context, { zone: 'UTC' });
    expect(plan.writes).toEqual([]);
    expect(plan.bad[0]).toEqual({
      line: 2,
      reason: 'your journal has a different trade for its signal: remove that entry first',
    });
  });
});

const EURUSD_20 = [
  received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won']),
  received('2026-11-20 14:40', 'EURUSD', 'PUT', LOST),
];

describe('dates', () => {
  const DATES = [
    '20.11.2026 14:40:03',
    '20/11/2026 14:40:03',
    '11/20/2026 2:40:03 PM',
    '20-11-2026 14:40:03',
    '"20 Nov 2026, 14:40:03"',
    '2026-11-20 14:40:03 GMT',
    '1795185603',
    '1795185603000',
    '2026.11.20 14:40',
    '2026/11/20 14:40',
    '2026-11-20 16:40:03 UTC+2',
    '2026-11-20 16:40:03 +02:00',
    '"2026-11-20, 14:40:03"',
  ];

  it.each(DATES)('reads %s when it is the file’s only date', async (date) => {
    const text = `Opened,Instrument,Direction,Investment\n${date},EURUSD,Down,2.00\n`;
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:40 EURUSD PUT [0: 200]']);
  });

  it('reads all formats in one column and reports ambiguous dates', async () => {
    const rows = [...DATES, '03/11/2026 14:40:03', '03-11-2026 14:40:03', '2026-11-20'];
    const text = `Opened,Instrument,Direction,Investment\n${rows.map((date) => `${date},EURUSD,Down,2.00`).join('\n')}\n`;
    const context = buildKnownSignals([
      ...EURUSD_20,
      received('2026-11-03 14:40', 'EURUSD', 'PUT', LOST),
    ]);
    const plan = await planImportFile(text, context, { zone: 'UTC', repeats: 'each' });
    expect(plan.dayOrder).toBe('ambiguous');
    expect(plan.bad.map(({ line, reason }) => `Row ${line}: ${reason}`)).toEqual([
      'Row 15: choose whether the day or the month comes first',
      'Row 16: choose whether the day or the month comes first',
      'Row 17: the time “2026-11-20” can’t be read',
    ]);
    const chosen = await planImportFile(text, context, { zone: 'UTC', dayOrder: 'dmy' });
    expect(chosen.entries.map(({ id }) => id)).toEqual(['20261120T1435Z', '20261103T1435Z']);
  });

  it('prefers the column’s own day order over the chosen one', async () => {
    const text = `Opened,Instrument,Direction\n12/11/2026 14:40:03,EURUSD,Down\n12/20/2026 14:40:03,EURUSD,Down\n`;
    const context = buildKnownSignals([received('2026-12-11 14:40', 'EURUSD', 'PUT', LOST)]);
    const plan = await planImportFile(text, context, { zone: 'UTC', dayOrder: 'dmy' });
    expect(inShort(plan)).toEqual(['14:40 EURUSD PUT [0: ?]']);
  });

  it('joins date and time from two columns', async () => {
    const text = 'Date,Time,Asset,Type,Amount\n2026-11-20,14:10:03,EURUSD,buy,2\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
  });

  it.each(['14.10.03', '14h10', '"14.10 Uhr"'])('reads %s in a clock column', async (clock) => {
    const text = `Date,Time,Asset,Type,Amount\n20/11/2026,${clock},EURUSD,buy,2\n`;
    const mapping = { opened: 0, clock: 1, pair: 2, direction: 3, stake: 4 };
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC', mapping });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
  });

  it('reports each cell without a time', async () => {
    const text = 'Date,Asset,Type,Amount\n2026-11-20,EURUSD,buy,2\n\nsoon,EURUSD,buy,2\n';
    expect((await planImportFile(text, buildKnownSignals(EURUSD_20))).bad).toEqual([
      { line: 2, reason: 'the time “2026-11-20” can’t be read' },
      { line: 4, reason: 'the time “soon” can’t be read' },
    ]);
  });

  it.each([
    ['Open time (UTC+3)', '17:10:03'],
    ['open_time_utc', '14:10:03'],
    ['Время (МСК)', '17:10:03'],
  ])('uses the zone named in the column header: %s', async (name, clock) => {
    const text = `${name},Asset,Type,Amount\n2026-11-20 ${clock},EURUSD,buy,2\n`;
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20));
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    expect(plan.zones).toEqual([]);
  });

  it('asks for the zone if its name is ambiguous', async () => {
    const text = 'Open time,Asset,Type,Amount\n2026-11-20 19:40:03 IST,EURUSD,buy,2\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'Asia/Kolkata' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    expect(plan.zones).toContainEqual({ zone: 'Asia/Kolkata', fits: 1 });
  });
});

describe('columns', () => {
  it('imports a trade without its stake if no column contains the stake', async () => {
    const text =
      'Open time,Asset,Type,Open price,Close price,Trade amount\n2026-11-20 14:10:03,EUR/USD,buy,1.08541,1.08561,2.00\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(plan.entries[0]?.fields).toEqual({
      status: 'taken',
      pair: 'EURUSD',
      direction: 'CALL',
      trades: [
        { level: 0, stake: null, price: 1.08541, at: '2026-11-20T14:10:03.000Z', close: 1.08561 },
      ],
    });
    expect(plan.notes.withoutStake).toBe(1);
    expect((await readTable(text)).header[5]).toBe('Trade amount');
  });

  it.each([
    ['“1.000,00” next to “2,50”', 'Amount', '"1.000,00"', '"2,50"', [100_000, 250]],
    ['“Trade amount” in dollars', 'Trade amount', '$2.00', '$4.40', [200, 440]],
    ['Spanish', 'Importe', '2', '4', [200, 400]],
    ['German', 'Einsatz', '"2,00"', '"4,40"', [200, 440]],
    ['Russian', 'Сумма', '2', '4', [200, 400]],
  ])('finds the stake column: %s', async (_, name, first, second, [one, two]) => {
    const text = `Open time,Asset,Type,${name}\n2026-11-20 14:10:03,EUR/USD,buy,${first}\n2026-11-20 14:40:03,EUR/USD,sell,${second}\n`;
    expect(
      inShort(await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' })),
    ).toEqual([`14:10 EURUSD CALL [0: ${one}]`, `14:40 EURUSD PUT [0: ${two}]`]);
  });

  it('recognises Spanish headers below lines about the account', async () => {
    const text = `Cuenta;12345

Fecha;Hora;Activo;Dirección;Importe
20.11.2026;14:10;EUR/USD;Compra;2,00
20.11.2026;14:40;EUR/USD;Venta;4,40
`;
    expect(
      inShort(await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' })),
    ).toEqual(['14:10 EURUSD CALL [0: 200]', '14:40 EURUSD PUT [0: 440]']);
  });

  it('does not mistake a currency column for the pair', async () => {
    const text =
      'Type,Ref. ID,Currency,Transaction time,Stake\nBuy,11,USD,2026-11-20 14:10:03,10.00\n';
    expect((await planImportFile(text, buildKnownSignals(EURUSD_20))).bad).toEqual([
      { line: 2, reason: 'it has no pair: choose the pair column, or one pair for all rows' },
    ]);
  });

  it('does not mistake a Status column with results for the entry’s status', async () => {
    const text = `ID,Open time,Close time,Asset,Direction,Amount,Payout,Profit,Status
123,2026-11-20 14:10:03,2026-11-20 14:15:03,EURUSD_otc,Call,2.00,92%,1.84,Won
124,2026-11-20 14:40:03,2026-11-20 14:45:03,EUR/USD (OTC),Put,2.00,92%,-2.00,Lost
125,2026-11-20 15:10:03,2026-11-20 15:15:03,EUR/USD OTC,Put,2.00,92%,-2.00,Lost
`;
    const context = buildKnownSignals([
      received('2026-11-20 14:10', 'EURUSD-OTC', 'CALL', ['won']),
      received('2026-11-20 14:40', 'EURUSD-OTC', 'PUT', LOST),
      received('2026-11-20 15:10', 'EURUSD', 'PUT', LOST),
    ]);
    const plan = await planImportFile(text, context, { zone: 'UTC' });
    expect(inShort(plan)).toEqual([
      '14:10 EURUSD-OTC CALL [0: 200]',
      '14:40 EURUSD-OTC PUT [0: 200]',
    ]);
    expect(plan.writes.map(({ change }) => change.payout)).toEqual([0.92, 0.92]);
    expect(plan.outside.map(({ line }) => line)).toEqual([4]);
  });

  it('recognises the pair and direction spellings of common brokers', async () => {
    const names = [
      ['14:10', 'EURUSD', 'Rise', 'CALL'],
      ['14:40', 'frxEURUSD', 'Fall', 'PUT'],
      ['15:10', 'OANDA:EURUSD', 'Entry long', 'CALL'],
      ['15:40', 'EURUSD', 'long', 'CALL'],
      ['16:10', 'EURUSDm', 'short', 'PUT'],
      ['17:10', 'EUR-USD', 'buy', 'CALL'],
      ['17:40', 'eurusd', 'BUY', 'CALL'],
      ['18:10', 'EUR USD', 'buy', 'CALL'],
      ['18:40', 'EUR / USD', 'buy', 'CALL'],
      ['19:10', 'EURUSD.r', 'buy', 'CALL'],
    ] as const;
    const text = `Open time,Asset,Type,Amount\n${names.map(([at, pair, side]) => `2026-11-20 ${at}:03,${pair},${side},2`).join('\n')}\n2026-11-20 16:40:03,GOLD,buy,2\n`;
    const signals = names.map(([at, , , direction]) =>
      received(`2026-11-20 ${at}`, 'EURUSD', direction, ['won']),
    );
    const gold = received('2026-11-20 16:40', 'XAUUSD', 'CALL', ['won']);
    const plan = await planImportFile(text, buildKnownSignals([...signals, gold]));
    expect([plan.choices.zone, plan.fits, plan.bad]).toEqual(['UTC', 11, []]);
  });

  it('recognises columns with unknown headers by their contents', async () => {
    const text = 'Wann;Was;Richtung;Wie viel\n20.11.2026 14:10:03;EUR/USD;call;2,50\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: ?]']);
    const { mapping } = plan.choices;
    const chosen = await planImportFile(text, buildKnownSignals(EURUSD_20), {
      zone: 'UTC',
      mapping: { ...mapping, stake: 3 },
    });
    expect(inShort(chosen)).toEqual(['14:10 EURUSD CALL [0: 250]']);
  });

  it('reads amounts in any unambiguous format and reports the others', async () => {
    const rows = ['"$2,00"', '2.00 USD', '"1.234,50"', '"1,250"', 'two', '€5'];
    const text = `Open time,Asset,Type,Amount\n${rows.map((amount) => `2026-11-20 14:10:03,EURUSD,buy,${amount}`).join('\n')}\n`;
    const { bad } = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(bad.map(({ line }) => line)).toEqual([5, 6, 7]);
  });
});

describe('trades in the same slot', () => {
  const SAME = `Open time,Asset,Type,Amount
2026-11-20 14:10:03,EUR/USD,buy,2.00
2026-11-20 14:10:09,GBP/USD,sell,5.00
2026-11-20 14:40:03,EUR/USD,buy,2.00
2026-11-20 14:40:05,EUR/USD,buy,2.00
`;
  const context = buildKnownSignals([
    received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won']),
    received('2026-11-20 14:05', 'GBPUSD', 'PUT', LOST),
    received('2026-11-20 14:40', 'EURUSD', 'CALL', ['won']),
  ]);

  it('go to their own signals, and stakes of one level are summed', async () => {
    const plan = await planImportFile(SAME, context, { zone: 'UTC' });
    expect(inShort(plan)).toEqual([
      '14:05 GBPUSD PUT [1: 500]',
      '14:10 EURUSD CALL [0: 200]',
      '14:40 EURUSD CALL [0: 400]',
    ]);
    expect([plan.bad, plan.notes.addedUp, plan.notes.repeats]).toEqual([[], [5], []]);
  });

  it('count once if identical, unless the member chose to count each', async () => {
    const text = `${SAME}2026-11-20 14:40:05,EUR/USD,buy,2.00\n`;
    const once = await planImportFile(text, context, { zone: 'UTC' });
    expect([once.notes.repeats, inShort(once)[2]]).toEqual([[6], '14:40 EURUSD CALL [0: 400]']);
    const each = await planImportFile(text, context, { zone: 'UTC', repeats: 'each' });
    expect(inShort(each)[2]).toBe('14:40 EURUSD CALL [0: 600]');
  });

  it('count once if they have the same ticket number, even when counting each', async () => {
    const text = `Ticket,Open time,Asset,Type,Amount\n7,2026-11-20 14:40:03,EUR/USD,buy,2\n7,2026-11-20 14:40:03,EUR/USD,buy,2\n8,2026-11-20 14:40:03,EUR/USD,buy,2\n`;
    const each = await planImportFile(text, context, { zone: 'UTC', repeats: 'each' });
    expect(inShort(each)).toEqual(['14:40 EURUSD CALL [0: 400]']);
    expect(each.notes.repeats).toEqual([]);
  });

  it('count once without a question if they name the same signal', async () => {
    const row = '20261120T1435Z,taken,0,2\n';
    const text = `signal,what,level,stake\n${row}${row}`;
    const once = await planImportFile(text, context);
    expect([once.notes.repeats, inShort(once)]).toEqual([[], ['14:40 EURUSD CALL [0: 200]']]);
  });
});

describe('a trade with optional cells that the journal can’t hold', () => {
  const context = buildKnownSignals([received('2026-11-20 14:40', 'EURUSD', 'CALL')]);
  const HEADER = 'Open time,Asset,Type,Amount,Open price,Close price,Tags,Broker';
  const importRow = (row: string) =>
    planImportFile(`${HEADER}\n2026-11-20 14:40:03,EUR/USD,buy,2.00,${row}\n`, context, {
      zone: 'UTC',
    });

  it('keeps each tag once, at most ten, cut to their length', async () => {
    const tags = ['breakout', ...Array.from('abcdefghij'), 'x'.repeat(30), 'breakout'];
    const plan = await importRow(`1.0851,1.0853,"${tags.slice(0, 3).join(', ')};news;news",`);
    expect([plan.bad, plan.writes[0]?.change.tags]).toEqual([[], ['breakout', 'a', 'b', 'news']]);
    const long = await importRow(`1.0851,1.0853,${'x'.repeat(30)};${tags.join(';')},`);
    expect(long.writes[0]?.change.tags).toEqual(['x'.repeat(24), ...tags.slice(0, 9)]);
  });

  it('cuts a long broker name', async () => {
    const plan = await importRow(`1.0851,1.0853,,${'Broker '.repeat(10)}`);
    expect([plan.bad, plan.writes[0]?.change.broker]).toEqual([
      [],
      'Broker Broker Broker Broker Broker Broke',
    ]);
  });

  it('reads a price of 0 as none', async () => {
    const plan = await importRow('1.0851,0.00000,,');
    expect([plan.bad, plan.notes.unclearPrices]).toEqual([[], []]);
    expect(plan.entries[0]?.fields.trades).toMatchObject([{ price: 1.0851, close: null }]);
  });

  it('leaves out a price that can’t be read, with a note', async () => {
    const plan = await importRow('market,1.0853,,\n2026-11-20 14:50:03,EUR/USD,buy,2.00,1.0851,,,');
    expect([plan.bad, plan.notes.unclearPrices]).toEqual([[], [2]]);
    expect(plan.entries[0]?.fields.trades[0]).toMatchObject({ price: null, close: 1.0853 });
  });
});
