import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { UTC } from '@quantalgo/contracts/core/namedZones';
import { CandleFile } from '@quantalgo/functions/platform/market/candleFile';
import fc from 'fast-check';
import type { CheckResult } from '../../src/checks/checks';
import { createFakeLedger } from '../fixtures/ledger';
import type { Run } from './api';

const HOSTILE_TEXTS = [
  '',
  ' ',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'javascript:alert(1)',
  '=HYPERLINK("http://x.test")',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '0x1F',
  '1e400',
  '-1',
  '9007199254740993',
  '99999999T9999Z',
  '20260231T0000Z',
  '+0000000000000',
  '\u0000',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '\u202e\u2066abc',
  'İ'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(40),
  'a'.repeat(5000),
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '.',
  '..',
  '__name__',
  'a/b/c',
] as const;

const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  nest(500),
  { $gt: '' },
  { toString: 1 },
  { length: 1e9 },
  JSON.parse('{"__proto__":{"staff":true},"constructor":{"prototype":{"staff":true}}}'),
  ...HOSTILE_TEXTS,
];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

const NOON = Date.UTC(2026, 10, 20, 12);

interface Dialect {
  readonly header: string;
  readonly separator: string;
  /** From `2026-11-20T12:00:00`. */
  readonly time: (iso: string) => string;
}

const DIALECTS: readonly Dialect[] = [
  {
    header: 'time,open,high,low,close,volume',
    separator: ',',
    time: (iso) => iso.replace('T', ' '),
  },
  {
    header: '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>',
    separator: '\t',
    time: (iso) => iso.replaceAll('-', '.').replace('T', '\t'),
  },
  { header: '', separator: ';', time: (iso) => iso.replaceAll(/[-:]/g, '').replace('T', ' ') },
  {
    header: 'Gmt time,Open,High,Low,Close,Volume',
    separator: ',',
    time: (iso) => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)} ${iso.slice(11)}.000`,
  },
  {
    header: 'timestamp,open,high,low,close,volume',
    separator: ',',
    time: (iso) => String(Date.parse(`${iso}Z`)),
  },
  {
    header: 'Datetime;Open;High;Low;Close;Adj Close',
    separator: ';',
    time: (iso) => `${iso.slice(0, 16)}+00:00`,
  },
];

const validCandles = fc.record({
  dialect: fc.constantFrom(...DIALECTS),
  step: fc.constantFrom(SLOT_MS, SLOT_MS / 5, 3 * SLOT_MS),
  prices: fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 12 }),
});

/** Files of several programs, with a hostile row, field or ending, or hostile as a whole. */
const candleText: fc.Arbitrary<string> = fc
  .record({
    candles: validCandles,
    place: fc.nat(12),
    field: fc.nat(6),
    hostile: hostileText,
    way: fc.nat(6),
    ending: fc.constantFrom('\n', '\r\n', '\n\n', '\r', ''),
  })
  .map(({ candles: { dialect, step, prices }, place, field, hostile, way, ending }) => {
    const { header, separator, time } = dialect;
    const rows = prices.map((price, index) => {
      const iso = new Date(NOON + index * step).toISOString().slice(0, 19);
      return [time(iso), price, price + 1, price - 0.5, price, index].join(separator);
    });
    const at = place % rows.length;
    const row = rows[at] ?? '';
    const fields = row.split(separator).map((text, index) => (index === field ? hostile : text));
    const lines = {
      0: rows,
      1: rows.with(at, hostile),
      2: rows.with(at, fields.join(separator)),
      3: [...rows, row],
      4: rows.toReversed(),
      5: rows.with(at, `${row}${separator}${row}`),
    }[way] ?? [hostile];
    const first = way === 6 ? hostile : header;
    return [...(first === '' ? [] : [first]), ...lines].join(ending);
  });

/** Null if the file yields valid candles, or an error that names file and row. */
async function readCandleText(path: string, text: string): Promise<string | null> {
  writeFileSync(path, text);
  let before = -Infinity;
  try {
    const file = await CandleFile.open(path, UTC);
    for await (const portion of file.portions())
      for (const { time, open, high, low, close } of portion) {
        if (!(time > before)) return 'a candle that is not later than the one before it';
        if (time % SLOT_MS !== 0) return 'a candle that opens within a slot';
        if (!(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close)))
          return 'a candle that is none';
        before = time;
      }
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isNamed = /^FUZZ_M5\.csv(?:, row \d+ | contains | is | has | lists )/.test(message);
    return isNamed ? null : `an error that names no file: ${message.slice(0, 200)}`;
  }
}

const corruptLedger = (ledger: readonly LedgerEntry[]) =>
  fc
    .record({
      place: fc.nat(ledger.length - 1),
      way: fc.nat(4),
      hostile: hostileValue,
      name: fc.nat(20),
    })
    .map(({ place, way, hostile, name }): readonly unknown[] => {
      const entry = ledger[place];
      const entries: readonly unknown[] = ledger;
      if (!entry || way === 0) return entries.with(place, hostile);
      if (way === 1) return entries.filter((_, index) => index !== place);
      if (way === 2) return [...entries.slice(0, place + 1), ...entries.slice(place)];
      const names = Object.keys(entry);
      const fieldName = way === 3 ? (names[name % names.length] ?? 'hash') : 'added';
      return entries.with(place, { ...entry, [fieldName]: hostile });
    });

/** Null if the verifier judged correctly. */
function verify(entries: readonly unknown[], whole: readonly LedgerEntry[]): string | null {
  const verifier = new ChainVerifier(NOON * 2);
  let broken = null;
  for (const entry of entries) broken = verifier.take(entry);
  verifier.summary();
  const isPrefix = entries.every((entry, index) => isEqual(entry, whole[index]));
  if (isPrefix) return broken ? `a sound chain that it breaks at ${broken.seq}` : null;
  return broken ? null : 'a forged chain that it takes for sound';
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

async function check<T>(
  what: string,
  { seed, runs }: Run,
  inputs: fc.Arbitrary<T>,
  faultOf: (input: T) => Promise<string | null> | string | null,
): Promise<CheckResult> {
  const property = fc.asyncProperty(inputs, async (input) => {
    const fault = await faultOf(input);
    if (fault !== null) throw new Error(fault);
  });
  const result = await fc.check(property, { seed, numRuns: runs });
  const failed = result.failed ? 1 : 0;
  const reason = result.failed
    ? `${result.errorInstance instanceof Error ? result.errorInstance.message : ''} with ${JSON.stringify(result.counterexample).slice(0, 600)}`
    : `${result.numRuns} of them, none of which misled a reader`;
  return {
    passed: result.numRuns - failed,
    failed,
    skipped: 0,
    output: `${what} with the seed ${seed}: ${reason}\n`,
  };
}

/** Each damaged file is refused by file and row, or yields candles in order. */
export async function fuzzCandles(run: Run): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-candles-'));
  try {
    const path = join(folder, 'FUZZ_M5.csv');
    return await check('candle files', run, candleText, (text) => readCandleText(path, text));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ENTRIES = 60;

/** Every damaged ledger is detected, and none throws. */
export function fuzzLedger(run: Run): Promise<CheckResult> {
  const whole = createFakeLedger(ENTRIES, run.seed, NOON);
  return check('ledgers', run, corruptLedger(whole), (entries) => verify(entries, whole));
}
