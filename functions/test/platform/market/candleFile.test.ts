import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/market/candles';
import { CandleFile } from '../../../src/platform/market/candleFile';

const HEADER = 'time,open,high,low,close,volume';
const GOOD = '2026-05-13 06:10:00,1.17334,1.17354,1.17327,1.17335,177';
const CANDLE: Candle = {
  time: Date.UTC(2026, 4, 13, 6, 10),
  open: 1.17334,
  high: 1.17354,
  low: 1.17327,
  close: 1.17335,
  volume: 177,
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candle-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function readRows(text: string): Promise<Candle[]> {
  const path = join(folder, 'EURUSD_M5.csv');
  writeFileSync(path, text);
  const candles: Candle[] = [];
  for await (const portion of (await CandleFile.open(path)).portions()) candles.push(...portion);
  return candles;
}

describe('candle file', () => {
  it.each([
    ['Windows line endings', `${HEADER}\r\n${GOOD}\r\n`],
    ['no line ending after the last row', `${HEADER}\n${GOOD}`],
    ['empty rows at its end', `${HEADER}\n${GOOD}\n\n\n`],
    ['empty lines anywhere', `\n${HEADER}\n\n  \n${GOOD}\n\n`],
    ['a byte order mark', `\uFEFF${HEADER}\n${GOOD}\n`],
  ])('is parsed with UTC times and %s', async (_, text) => {
    expect(await readRows(text)).toEqual([CANDLE]);
  });

  it.each([
    ['an empty file', '', /is empty/],
    [
      'another header',
      `a,b\n${GOOD}`,
      /row 1 is not a known candle header, such as time,open,high,low,close,volume/,
    ],
    ['no rows', HEADER, /contains no candles/],
    ['too few columns', `${HEADER}\n${GOOD}\n2026-05-13 06:15:00,1.1`, /row 3 has 2 columns/],
    ['no time', `${HEADER}\nsoon,1,1,1,1,1`, /row 2 has no time/],
    ['a day that does not exist', `${HEADER}\n${GOOD.replace('05-13', '13-45')}`, /2 has no time/],
    ['a time inside a slot', `${HEADER}\n${GOOD.replace('06:10', '06:12')}`, /2 does not start/],
    [
      'words as prices',
      `${HEADER}\n${GOOD.replace('1.17335,', 'high,')}`,
      /an invalid number: high/,
    ],
    [
      'an empty price',
      `${HEADER}\n${GOOD.replace('1.17335,', ',')}`,
      /row 2 has an invalid number/,
    ],
    [
      'a high below the close',
      `${HEADER}\n${GOOD.replace('1.17354', '1.1')}`,
      /2 has an open or close outside/,
    ],
    ['a price of zero', `${HEADER}\n${GOOD.replace('1.17327', '0')}`, /row 2 has a price that is/],
    ['the same time twice', `${HEADER}\n${GOOD}\n${GOOD}`, /row 3 has the same time as/],
    [
      'the same time after an empty line',
      `${HEADER}\n${GOOD}\n\n${GOOD}`,
      /row 4 has the same time as/,
    ],
    [
      'an unknown zone',
      `${HEADER.replace('time', 'time (Atlantis)')}\n${GOOD}`,
      /1 has an unknown time zone/,
    ],
    ['one endless row', `${HEADER}\n${'7'.repeat(300_000)}`, /row 2 has 1 columns/],
  ])('is rejected with file and row: %s', async (_, text, message) => {
    await expect(readRows(text)).rejects.toThrow(message);
    await expect(readRows(text)).rejects.toThrow('EURUSD_M5.csv');
  });

  it.each([
    ['no volume column', `${HEADER.replace(',volume', '')}\n${GOOD.replace(/,177$/, '')}`],
    ['an empty volume', `${HEADER}\n${GOOD.replace(/177$/, '')}`],
  ])('may lack volumes: %s', async (_, text) => {
    expect(await readRows(text)).toEqual([{ ...CANDLE, volume: 0 }]);
  });

  it.each([
    ['Europe/Athens', 3],
    ['+02:00', 2],
    ['America/New_York+07:00', 3],
    ['UTC', 0],
  ])('may state a time zone: %s', async (zone, hours) => {
    const time = CANDLE.time - hours * 60 * 60_000;
    const named = `${HEADER.replace('time', `time (${zone})`)}\n${GOOD}`;
    expect(await readRows(named)).toEqual([{ ...CANDLE, time }]);
    writeFileSync(join(folder, 'zone.txt'), `${zone}\n`);
    expect(await readRows(`${HEADER}\n${GOOD}`)).toEqual([{ ...CANDLE, time }]);
    expect(await readRows(`${HEADER.replace('time', 'time (UTC)')}\n${GOOD}`)).toEqual([CANDLE]);
    rmSync(join(folder, 'zone.txt'));
  });

  it('keeps its order over a repeated hour, and is rejected in a skipped one', async () => {
    const header = HEADER.replace('time', 'time (Europe/Athens)');
    const rowAt = (time: string) => GOOD.replace('2026-05-13 06:10:00', time);
    const back = ['03:00:00', '03:55:00', '03:00:00', '03:55:00', '04:00:00'].map((time) =>
      rowAt(`2026-10-25 ${time}`),
    );
    const read = await readRows([header, ...back].join('\n'));
    const first = Date.UTC(2026, 9, 25, 0);
    expect(read.map(({ time }) => (time - first) / 60_000)).toEqual([0, 55, 60, 115, 120]);
    await expect(readRows(`${header}\n${rowAt('2026-03-29 03:30:00')}`)).rejects.toThrow(
      /row 2 has a time that doesn’t exist in Europe\/Athens, because clocks skip it/,
    );
  });

  it('is parsed up to its first invalid row, or rejected with one sentence', async () => {
    const line = fc.oneof(fc.constant(GOOD), fc.string(), fc.constantFrom('', ',,,,,', HEADER));
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const read = readRows([HEADER, ...lines].join('\n'));
        await read.then(
          (candles) => expect(candles).toEqual([CANDLE]),
          (error: unknown) =>
            expect(String(error)).toMatch(
              /^Error: EURUSD_M5\.csv(, row \d+ | contains no candles)/,
            ),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is read lazily', async () => {
    const path = join(folder, 'long.csv');
    writeFileSync(path, `${HEADER}\n${GOOD}\n${'not a row\n'.repeat(100_000)}`);
    const portions = (await CandleFile.open(path)).portions();
    expect((await portions.next()).value).toEqual([CANDLE]);
    await portions.return(undefined);
  });
});
