import { DAY_MS } from '@quantalgo/contracts/core/time';
import { buildEntryText, stampSchema } from '@quantalgo/contracts/record/ledger/entry';
import { readTimeStampToken } from '@quantalgo/contracts/record/ledger/evidence';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readStampsOfMonth, stampHeadOfDay } from '@quantalgo/functions/platform/record/stamps';
import { stampText } from '@quantalgo/functions/platform/record/stampText';
import { openEmulatedProject } from '../../../functions/test/server/emulated';
import { storeGenesis } from '../../../functions/test/server/genesis';
import { hasOpenssl, opensslAuthority } from '../../src/suite/timeAuthority';

const AT = Date.parse('2026-11-20T12:00:00Z');
const suite = openEmulatedProject('demo-stamps');
const folder = mkdtempSync(join(tmpdir(), 'quantalgo-stamps-'));
const authority = opensslAuthority(join(folder, 'authority'));
const local = { by: authority.name, text: (text: string) => stampText(authority, text) };
const refusing = { by: 'nobody', text: () => Promise.reject(new Error('No answer')) };

const DONE = { seq: 0, by: local.by };

const begin = (ledgerId: string) =>
  storeGenesis(suite.database, { ledgerId, at: AT, source: 'simulated' });

const installed = await hasOpenssl();
if (!installed) console.warn('Skipped: openssl is not installed');

describe.skipIf(!installed)('daily stamp', () => {
  beforeEach(() => suite.clear());
  afterAll(async () => {
    await suite.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('covers the ledger head, is made once a day and is public', async () => {
    const genesis = await begin('a');
    expect(await stampHeadOfDay(suite.database, [local], AT)).toEqual(DONE);
    expect(await stampHeadOfDay(suite.database, [refusing], AT + 60_000)).toBeNull();
    expect(await stampHeadOfDay(suite.database, [local], AT + DAY_MS)).toEqual(DONE);
    const stamps = await readStampsOfMonth(suite.database, '2026-11');
    expect(stamps.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
    const [stamp] = stamps;
    expect(stampSchema.parse(stamp)).toEqual(stamp);
    const { hash, ...unhashed } = genesis;
    expect(buildEntryText(unhashed)).toContain('"ledgerId":"a"');
    const info = readTimeStampToken(Buffer.from(stamp?.token ?? '', 'base64'));
    expect(info.imprint).toBe(hash);
    expect(await readStampsOfMonth(suite.database, '2026-10')).toEqual([]);
  });

  it('falls back to the next authority if one doesn’t respond', async () => {
    await begin('a');
    expect(await stampHeadOfDay(suite.database, [refusing, local], AT)).toEqual(DONE);
    const [stamp] = await readStampsOfMonth(suite.database, '2026-11');
    expect(stamp?.authority).toBe(local.by);
  });

  it('is retried if no authority responded', async () => {
    await begin('a');
    await expect(stampHeadOfDay(suite.database, [refusing], AT)).rejects.toThrow('No answer');
    expect(await readStampsOfMonth(suite.database, '2026-11')).toEqual([]);
    expect(await stampHeadOfDay(suite.database, [local], AT)).toEqual(DONE);
  });

  it('waits for a ledger, and is repeated for a new one', async () => {
    expect(await stampHeadOfDay(suite.database, [refusing], AT)).toBeNull();
    await begin('a');
    await stampHeadOfDay(suite.database, [local], AT);
    await begin('b');
    expect(await stampHeadOfDay(suite.database, [local], AT)).toEqual(DONE);
    expect(
      (await readStampsOfMonth(suite.database, '2026-11')).map(({ ledgerId }) => ledgerId),
    ).toEqual(['b']);
  });

  it('is refused if the stored head has an unexpected hash', async () => {
    await begin('a');
    await suite.database.doc('ledger/0').update({ hash: 'b'.repeat(64) });
    await expect(stampHeadOfDay(suite.database, [local], AT)).rejects.toThrow('the expected hash');
  });
});
