import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256Hex, encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { hasCandle } from '@quantalgo/contracts/market/marketHours';
import {
  GENESIS_PREV_HASH,
  canonicalJson,
  type Json,
  type JsonObject,
} from '@quantalgo/contracts/record/ledger/entry';
import { findBackDated, type Sighting } from '@quantalgo/contracts/record/ledger/timeRules';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { hashLeaf, combineHashes } from '@quantalgo/contracts/record/log/tree';
import { originOf } from '@quantalgo/functions/domain/record/log';
import { createNoteSigner } from '@quantalgo/functions/platform/core/noteSigner';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFakeLedger, createRandom } from '../fixtures/ledger';
import { planHonestly, MONDAY, Operator } from '../fixtures/operator';
import { formatLedgerExport } from '../fixtures/ledgerExport';
import { COMMAND, run } from '../fixtures/verifyCommand';

const FROM = Date.parse('2026-02-02T12:00:00Z');
const NOW = Date.parse('2027-11-20T12:00:00Z');

const RULES = [
  'back-dated',
  'late-publication',
  'closed-while-open',
  'late-miss',
  'missing-prices',
] as const;
const resultSchema = z.object({
  broken: z.nullable(z.object({ seq: z.int(), reason: z.string() })),
  settled: z.int(),
  won: z.int(),
  firstEntryWon: z.int(),
  missed: z.int(),
  overdue: z.int(),
});
const isFunction = (value: unknown) => typeof value === 'function';
type Verify = (entries: unknown, now: number, sightings?: readonly Sighting[]) => unknown;
const commandSchema = z.object({
  verify: z.custom<Verify>(isFunction),
  isOpenUntil: z.custom<(at: number) => boolean>(isFunction),
});
const faultsSchema = z.object({
  broken: z.nullable(z.object({ seq: z.int() })),
  faults: z.array(z.object({ rule: z.enum(RULES), seq: z.int(), count: z.int() })),
});

/** The verifier of the app: where it finds the chain broken. */
function ofTheApp(entries: readonly unknown[]) {
  const verifier = new ChainVerifier(NOW);
  let broken = null;
  for (const entry of entries) broken ??= verifier.take(entry);
  return { broken, summary: verifier.summary() };
}

let verify: Verify;
let isOpenUntil: (at: number) => boolean;
beforeAll(async () => {
  const command: unknown = await import(pathToFileURL(COMMAND).href);
  ({ verify, isOpenUntil } = commandSchema.parse(command));
});
const ofTheCommand = (entries: readonly unknown[]) => resultSchema.parse(verify(entries, NOW));

/** A place within an entry, as the keys that lead there. */
type Place = readonly string[];
const asObject = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;

function placesIn(value: Json | undefined, to: Place = []): Place[] {
  const members = Object.entries(asObject(value) ?? {});
  return members.flatMap(([key, member]) => [[...to, key], ...placesIn(member, [...to, key])]);
}

function changed(value: Json, [key, ...rest]: Place, by: Json): Json {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((one: Json, at) => (String(at) === key ? changed(one, rest, by) : one));
  const members = asObject(value) ?? {};
  return { ...members, [key]: changed(members[key] ?? null, rest, by) };
}

/** Rehashes the chain from an index on, as a forger would. */
function chainedAgain(entries: readonly Json[], from: number): Json[] {
  const done = entries.slice(0, from);
  for (const entry of entries.slice(from)) {
    const prev = asObject(done.at(-1))?.['hash'] ?? GENESIS_PREV_HASH;
    const { hash: _, ...rest }: Readonly<Record<string, Json>> = { ...asObject(entry), prev };
    done.push({ ...rest, hash: sha256Hex(canonicalJson(rest)) });
  }
  return done;
}

const json = (value: unknown): Json => z.json().parse(JSON.parse(JSON.stringify(value)));
const ledger: readonly Json[] = z.array(z.json()).parse(json(createFakeLedger(60, 7, FROM)));
const PLACES = ledger.flatMap((entry, index) => placesIn(entry).map((place) => ({ index, place })));

/** A ledger whose publication commits to what its settlement, changed, reveals: as if it had been chosen so at first. */
function sealedAgain(index: number, place: Place, value: Json): Json[] {
  const forged = ledger.with(index, changed(ledger[index] ?? null, place, value));
  const { slot, salt = null, signal = null }: JsonObject = asObject(forged[index]) ?? {};
  const at = forged.findIndex((entry) => asObject(entry)?.['slot'] === slot);
  const commitment = sha256Hex(canonicalJson({ salt, signal }));
  return chainedAgain(forged.with(at, changed(forged[at] ?? null, ['commitment'], commitment)), at);
}

/** The places within the signals that are revealed, and some of which there is nothing yet. */
const SEALED = PLACES.filter(({ place }) => place[0] === 'signal').flatMap(({ index, place }) => [
  { index, place },
  { index, place: [...place.slice(0, -1), 'more'] },
]);
const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.integer(),
  fc.constantFrom(null, true, [], {}, 'profit', 'loss', 'CALL', 'PUT', '20261120T1205Z'),
  fc.constantFrom('a'.repeat(64), '2026-11-20T12:05:00.000Z', '2026-11-20T12:05:00Z', 0, 1, 2, 3),
);

describe('verification by command and app', () => {
  it('computes the same results for a valid chain', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const entries = createFakeLedger(300, seed, FROM);
      const { broken, summary } = ofTheApp(entries);
      expect(broken).toBeNull();
      const { settled, won, firstEntryWon, missed, overdue } = summary ?? {};
      const same = { broken, settled, won, firstEntryWon, missed, overdue };
      expect(ofTheCommand(entries)).toEqual(same);
    }
  });

  it('finds any change of a single field at the same entry', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), anyValue, ({ index, place }, value) => {
        const forged = ledger.with(index, changed(ledger[index] ?? null, place, value));
        fc.pre(JSON.stringify(forged) !== JSON.stringify(ledger));
        expect(ofTheApp(forged).broken?.seq).toBe(index);
        expect(ofTheCommand(forged).broken?.seq).toBe(index);
      }),
      { numRuns: 500 },
    );
  });

  it('agrees on chains that were rehashed after a change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), anyValue, ({ index, place }, value) => {
        const forged = ledger.with(index, changed(ledger[index] ?? null, place, value));
        const again = chainedAgain(forged, index);
        expect(ofTheCommand(again).broken?.seq).toBe(ofTheApp(again).broken?.seq);
      }),
      { numRuns: 500 },
    );
  });

  it('agrees on changed signals with matching commitments', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SEALED), anyValue, ({ index, place }, value) => {
        const forged = sealedAgain(index, place, value);
        expect(ofTheCommand(forged).broken?.seq).toBe(ofTheApp(forged).broken?.seq);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts additional sealed fields, but not an unknown direction', () => {
    const index = SEALED[0]?.index ?? 0;
    const more = sealedAgain(index, ['signal', 'odds'], { value: 51.5, of: ['a', 'coin'] });
    expect([ofTheApp(more).broken, ofTheCommand(more).broken]).toEqual([null, null]);
    const other = sealedAgain(index, ['signal', 'direction'], 'SELL');
    const found = [ofTheApp(other).broken?.seq, ofTheCommand(other).broken?.seq];
    expect(found).toEqual([index, index]);
  });

  it('agrees on a genesis with other rules', () => {
    const places = placesIn(ledger[0] ?? null);
    fc.assert(
      fc.property(fc.constantFrom(...places), anyValue, (place, value) => {
        const forged = ledger.with(0, changed(ledger[0] ?? null, place, value));
        const again = chainedAgain(forged, 0);
        expect(ofTheCommand(again).broken?.seq).toBe(ofTheApp(again).broken?.seq);
      }),
      { numRuns: 300 },
    );
  });

  it('agrees on chains with a removed, duplicated or moved entry', () => {
    const at = fc.nat(ledger.length - 1);
    fc.assert(
      fc.property(at, at, fc.boolean(), (one, other, fits) => {
        const moved = ledger.toSpliced(one, 1).toSpliced(other, 0, ...ledger.slice(one, one + 1));
        for (const forged of [
          ledger.toSpliced(one, 1),
          ledger.toSpliced(one, 0, ledger[other] ?? null),
          moved,
        ]) {
          const entries = fits ? chainedAgain(forged, 0) : forged;
          expect(ofTheCommand(entries).broken?.seq).toBe(ofTheApp(entries).broken?.seq);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('rejects arbitrary JSON at the first entry', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }), (entries) => {
        expect(ofTheCommand(entries).broken?.seq).toBe(0);
        expect(ofTheApp(entries).broken?.seq).toBe(0);
      }),
    );
  });
});

/** Chains that hold, in which entries were written down up to `lag` ms late. */
function laterBy(lag: number, seed: number): Json[] {
  const random = createRandom(seed);
  let last = 0;
  const moved = createFakeLedger(100, seed, FROM).map((entry) => {
    const behind = random() < 0.3 ? Math.floor(random() * lag) : 0;
    last = Math.max(last, Date.parse(entry.at) + behind);
    return changed(json(entry), ['at'], new Date(last).toISOString());
  });
  return chainedAgain(moved, 0);
}

describe('time rules', () => {
  it('report the same faults in the command and the app', () => {
    const seen = fc.array(fc.record({ size: fc.nat(110), minutes: fc.nat(600) }));
    const lags = fc.integer({ min: 60_000, max: 290_000 });
    fc.assert(
      fc.property(fc.nat(), lags, seen, (seed, lag, moments) => {
        const entries = laterBy(lag, seed);
        const sightings = moments.map(({ size, minutes }) => ({
          size,
          at: FROM + minutes * 60_000,
        }));
        const chain = new ChainVerifier(NOW);
        for (const entry of entries) expect(chain.take(entry)).toBeNull();
        const { faults } = faultsSchema.parse(verify(entries, NOW, sightings));
        const ofApp = [...(chain.summary()?.faults ?? []), ...findBackDated(chain, sightings)];
        expect(faults).toEqual(ofApp.map(({ rule, seq, count }) => ({ rule, seq, count })));
      }),
      { numRuns: 100 },
    );
  });

  it('use the same calendar in the command and the app', () => {
    const slots = fc.integer({ min: 0, max: 3 * 366 * 288 });
    fc.assert(
      fc.property(slots, (slot) => {
        const at = Date.parse('2026-01-01T00:00:00Z') + slot * SLOT_MS;
        const isOpen = hasCandle('EURUSD', at) && hasCandle('XAUUSD', at);
        expect(isOpenUntil(at), new Date(at).toISOString()).toBe(isOpen);
      }),
      { numRuns: 5000 },
    );
  });

  it('report nothing in a ledger that follows them', () => {
    for (let seed = 0; seed < 20; seed += 1)
      expect(faultsSchema.parse(verify(createFakeLedger(2000, seed, FROM), NOW, []))).toEqual({
        broken: null,
        faults: [],
      });
  });
});

describe('verify-ledger command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quantalgo-verify-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A file of these entries as the page saves it, with a signed checkpoint of them. */
  const savedWith = (entries: readonly Json[], rest: object = {}): string =>
    fileWith(formatLedgerExport(entries, rest));

  const fileWith = (text: string) => {
    const file = join(folder, 'ledger.json');
    writeFileSync(file, text);
    return file;
  };

  it('prints the results of an exported ledger', async () => {
    const { code, said } = await run(savedWith(ledger, { stamps: [] }));
    expect(said).toMatch(/^Verified \(Demonstration/);
    expect(said).toMatch(
      /win rate +\d+\.\d% within 4 levels, not counting break-evens \(a coin: 93\.75%\)/,
    );
    expect(code).toBe(0);
  });

  it('reports the first invalid entry and fails', async () => {
    const forged = ledger.with(9, changed(ledger[9] ?? null, ['at'], '2026-02-02T12:00:00.001Z'));
    const { code, said } = await run(savedWith(forged));
    expect(said).toMatch(/^Broken at #9: /);
    expect(code).toBe(1);
  });

  it('reports an entry dated before a noted root and fails', async () => {
    const hashes = ledger.slice(0, 10).map((entry) => hashLeaf(encodeUtf8(canonicalJson(entry))));
    const noted = `10:${encodeBase64(combineHashes(hashes))}`;
    const file = savedWith(ledger);
    const { code, said } = await run(file, '--root', `${noted}@2026-02-02T18:00:00Z`);
    expect(said).toMatch(/^Fault at #10 \(back-dated, \d+ entries\): it is dated 2026-02-02T12/);
    expect(code).toBe(1);
    const inTime = await run(file, '--root', `${noted}@2026-02-02T12:10:00Z`);
    expect(inTime.said).toMatch(/^Verified/);
    expect((await run(file, '--root', `${noted}@noon`)).said).toMatch(/may take a time/);
  });

  it('reports late misses as doubts and passes', async () => {
    const late = changed(ledger.at(-1) ?? null, ['at'], '2026-02-03T12:00:00.000Z');
    const miss = { type: 'miss', slot: '20260202T1200Z', reason: 'None' };
    const entries = chainedAgain([ledger[0] ?? null, { ...asObject(late), ...miss, seq: 1 }], 0);
    const { code, said } = await run(savedWith(entries));
    expect(said).toMatch(/^It holds, with doubts/);
    expect(said).toContain(
      'Fault at #1 (late-miss): slot 20260202T1200Z was reported as missed 1440',
    );
    expect(code).toBe(0);
  });

  it('checks a saved ledger against its checkpoint, its key and noted roots', async () => {
    const operator = new Operator(MONDAY);
    operator.run(MONDAY, MONDAY + HOUR_MS, planHonestly);
    const { entries } = operator;
    const { note, key, root } = operator.checkpoint();
    const noted = `${entries.length}:${encodeBase64(root)}`;
    const saved = (checkpoint: string) => fileWith(JSON.stringify({ checkpoint, key, entries }));
    const good = await run(saved(note), '--root', noted, '--key', key);
    expect(good.said).toContain(`root         ${noted}`);
    expect(good.code).toBe(0);
    const other = new Operator(MONDAY - HOUR_MS);
    const ofOther = await run(saved(note), '--root', `1:${encodeBase64(other.checkpoint().root)}`);
    expect(ofOther.said).toMatch(/^Rewritten: you noted the root/);
    other.run(MONDAY - HOUR_MS, MONDAY, planHonestly);
    const forged = other.checkpoint();
    expect((await run(saved(forged.note))).said).toMatch(/^The checkpoint states the root/);
    const older = await run(saved(operator.checkpoint(entries.length - 2).note));
    expect(older.said).toMatch(/^The checkpoint is of \d+ entries: nothing signed the 2/);
    expect(older.code).toBe(1);
    const stranger = createNoteSigner('the key of a stranger');
    const theirs = stranger.createVerifierKey(originOf(operator.ledgerId));
    expect((await run(saved(note), '--key', theirs)).said).toContain('not signed with the key');
    const unsigned = note.slice(0, note.indexOf('\n\n') + 2);
    expect((await run(saved(unsigned))).said).toMatch(/^The checkpoint is not signed with the key/);
  });

  it.each([
    ['half a file', '{"entries": [', /is not JSON/],
    ['a page', '<!doctype html>', /is not JSON/],
    ['another object', '{"rows": []}', /holds no entries/],
    ['a list', '[]', /holds no entries/],
    ['unsigned entries', '{"entries": []}', /holds no signed checkpoint/],
    ['null', 'null', /holds no entries/],
  ])('prints a one-sentence error without a stack trace for %s', async (_what, text, sentence) => {
    const { code, said } = await run(fileWith(text));
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/ at .*:\d+:\d+/);
    expect(code).toBe(1);
  });

  it('reports a missing file and an unreachable site', async () => {
    expect((await run(join(folder, 'none.json'))).said).toMatch(/There is no file/);
    expect((await run('http://127.0.0.1:9')).said).toMatch(/can't be reached/);
  });
});
