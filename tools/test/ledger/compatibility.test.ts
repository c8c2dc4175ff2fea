import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inRoot } from '../../src/system/root';
import { createFakeLedger } from '../fixtures/ledger';
import { formatLedgerExport } from '../fixtures/ledgerExport';
import { COMMAND, run, runVerifier } from '../fixtures/verifyCommand';

const FROM = Date.parse('2026-02-02T12:00:00Z');
const exportSchema = z.object({ entries: z.array(ledgerEntrySchema) });
const entriesSchema = z.array(z.json());

const currentExport = formatLedgerExport(
  entriesSchema.parse(JSON.parse(JSON.stringify(createFakeLedger(60, 7, FROM)))),
);

const recordingTo = process.env['RECORD_RELEASE'];
if (recordingTo !== undefined) {
  mkdirSync(recordingTo, { recursive: true });
  writeFileSync(join(recordingTo, 'ledger.json'), currentExport);
  copyFileSync(COMMAND, join(recordingTo, 'verify-ledger.mjs'));
}

const folder = mkdtempSync(join(tmpdir(), 'quantalgo-compatibility-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(readdirSync(inRoot('compatibility')))('release %s', (release) => {
  const ledger = inRoot('compatibility', release, 'ledger.json');

  it('wrote a ledger that the current command verifies', async () => {
    const { code, said } = await run(ledger);
    expect(said).toMatch(/^Verified/);
    expect(code).toBe(0);
  });

  it('wrote a ledger that the current app verifies', () => {
    const { entries } = exportSchema.parse(JSON.parse(readFileSync(ledger, 'utf8')));
    const chain = new ChainVerifier(Date.now());
    for (const entry of entries) expect(chain.take(entry)).toBeNull();
  });

  it('has a command that verifies a current ledger', async () => {
    const file = join(folder, 'ledger.json');
    writeFileSync(file, currentExport);
    const verifier = inRoot('compatibility', release, 'verify-ledger.mjs');
    const { code, said } = await runVerifier(verifier, file);
    expect(said).toMatch(/^Verified/);
    expect(code).toBe(0);
  });
});
