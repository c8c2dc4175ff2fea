import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { describe, expect, it } from 'vitest';
import type { OpenRequest } from '../../../../src/data/journal/import/messages';
import { ImportSession } from '../../../../src/data/journal/import/session';
import { serializeDigests } from '../../../../src/data/storage/digests';
import { aWorkbook } from '../../../support/aWorkbook';
import { received } from './anImport';

const open = (bytes: Uint8Array, changes: Partial<OpenRequest> = {}): OpenRequest => ({
  type: 'open',
  bytes: Uint8Array.from(bytes),
  name: 'trades.csv',
  remembered: [],
  choices: null,
  digests: [serializeDigests([received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won'])])],
  since: 0,
  payouts: STATED_PAYOUTS,
  memberZones: ['UTC'],
  ...changes,
});

const HEADER = ['Open time', 'Asset', 'Type', 'Amount'];
const ROW = ['2026-11-20 14:10:03', 'EURUSD', 'buy', '2'];

const csv = (...rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(rows.map((row) => row.join()).join('\n'));

describe('ImportSession', () => {
  it('responds in request order, even if the first takes longer', async () => {
    const session = new ImportSession();
    const slow = session.handle(open(aWorkbook({ Trades: [HEADER, ROW] })));
    const fast = session.handle(open(csv(HEADER, ROW)));
    expect(await Promise.race([slow.then(() => 'slow'), fast.then(() => 'fast')])).toBe('slow');
    expect(await slow).toMatchObject({ type: 'opened', sheets: ['Trades'] });
    expect(await fast).toMatchObject({ type: 'opened', sheets: [] });
  });

  it('starts with the choices remembered for the same columns', async () => {
    const remembered = [
      {
        header: JSON.stringify(HEADER),
        mapping: { opened: 0, pair: 1, direction: 2 },
        dayOrder: null,
        zone: 'Africa/Lagos',
      },
    ];
    const reply = await new ImportSession().handle(open(csv(HEADER, ROW), { remembered }));
    expect(reply).toMatchObject({
      choices: { zone: 'Africa/Lagos', mapping: { opened: 0, pair: 1, direction: 2 } },
      preview: { fits: 0 },
    });
  });

  it('takes the pair from the file name if no column contains it', async () => {
    const bytes = csv(['Trade #', 'Type', 'Date/Time'], ['1', 'Entry long', '2026-11-20 14:10']);
    const name = 'OANDA_EURUSD_2026-11-20.csv';
    const reply = await new ImportSession().handle(open(bytes, { name }));
    expect(reply).toMatchObject({ choices: { pair: 'EURUSD' }, preview: { fits: 1 } });
  });

  it('finishes an import with the plan that it began with', async () => {
    const times = Array.from({ length: 60 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 20, 8, 5 * index)).toISOString().slice(0, 16).replace('T', ' '),
    );
    const digests = serializeDigests(
      times.map((time) => received(time, 'EURUSD', 'CALL', ['won'])),
    );
    const rows = times.map((time) => [`${time}:03`, 'EURUSD', 'buy', '2']);
    const session = new ImportSession();
    const opened = await session.handle(open(csv(HEADER, ...rows), { digests: [digests] }));
    if (opened.type !== 'opened') throw new Error('The file wasn’t opened');
    expect(await session.handle({ type: 'writes', from: 0 })).toMatchObject({ next: 50 });
    await session.handle({ type: 'preview', choices: { ...opened.choices, zone: 'Asia/Tokyo' } });
    const rest = await session.handle({ type: 'writes', from: 50 });
    expect(rest.type === 'writes' && rest.writes.length).toBe(10);
  });

  it('lists only entries that the import would change', async () => {
    const times = Array.from({ length: 40 }, (_, index) =>
      new Date(Date.UTC(2026, 10, 20, 8, 30 * index)).toISOString().slice(0, 16).replace('T', ' '),
    );
    const digests = [
      serializeDigests(times.map((time) => received(time, 'EURUSD', 'CALL', ['won']))),
    ];
    const rows = times.map((time) => [`${time}:03`, 'EURUSD', 'buy', '2']);
    const session = new ImportSession();
    await session.handle(open(csv(HEADER, ...rows.slice(5)), { digests }));
    const reply = await session.handle({ type: 'writes', from: 0 });
    if (reply.type !== 'writes') throw new Error('There are no writes');
    const entries = reply.writes.map(({ id, change }) => ({
      id,
      fields: { ...EMPTY_FIELDS, ...change },
      conflicts: [],
      record: '',
    }));
    await session.handle({ type: 'add-entries', entries: JSON.stringify(entries) });
    const opened = await session.handle(open(csv(HEADER, ...rows), { digests }));
    expect(opened).toMatchObject({
      preview: { states: { new: 5, changed: 0, same: 35 }, entries: { count: 5 } },
    });
    if (opened.type !== 'opened') throw new Error('The file wasn’t opened');
    expect(opened.preview.entries.first.map(({ state }) => state)).toEqual(Array(5).fill('new'));
  });

  it('exports the rows that were left out with their reasons', async () => {
    const session = new ImportSession();
    await session.handle(
      open(
        csv(
          HEADER,
          ROW,
          ['soon', 'EURUSD', 'buy', '2'],
          ['2026-11-20 14:10:03', 'GBPUSD', 'buy', '3'],
        ),
      ),
    );
    expect(await session.handle({ type: 'skipped-rows' })).toEqual({
      type: 'skipped-rows',
      csv: [
        'Row,Reason,Open time,Asset,Type,Amount',
        '3,the time “soon” can’t be read,soon,EURUSD,buy,2',
        '4,GBP/USD CALL at 2026-11-20 14:10 UTC is not one of our signals,2026-11-20 14:10:03,GBPUSD,buy,3',
        '',
      ].join('\r\n'),
    });
  });

  it('reports why a file can’t be read', async () => {
    expect(await new ImportSession().handle(open(new Uint8Array()))).toEqual({
      type: 'failed',
      problem: 'This file is empty.',
    });
  });
});
