import { MINUTE_MS, type WitnessPolicy } from '@quantalgo/contracts';
import { type Cosigner, cosignerOf } from '@quantalgo/functions/platform/core/noteSigner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADS_NAME } from '../../../src/data/core/databases';
import { checkLog } from '../../../src/data/ledger/checkpoints';
import { withTable } from '../../../src/data/ledger/heads';
import { evidenceText, faultSentence, readFault } from '../../../src/data/ledger/logFault';
import { aLogSite, entryOf } from './aLogSite';

const NOON = Date.parse('2026-11-23T12:00:00Z');

const one = cosignerOf('one.example', 'the secret of one');
const two = cosignerOf('two.example', 'the secret of two');
const three = cosignerOf('three.example', 'the secret of three');

const demanding = (needed: number, ...witnesses: readonly Cosigner[]): WitnessPolicy => ({
  keys: witnesses.map((witness) => witness.verifierKey),
  needed,
});

let site: Awaited<ReturnType<typeof aLogSite>>;

/** So many entries, one every five minutes from noon on. */
const entries = (count: number, type?: string) =>
  Array.from({ length: count }, (_, index) => entryOf(NOON + index * 5 * MINUTE_MS, type));

/** When the last of so many entries is so many minutes old. */
const after = (count: number, minutes: number) => NOON + ((count - 1) * 5 + minutes) * MINUTE_MS;

beforeEach(async () => {
  await withTable(HEADS_NAME, 'readwrite', (table) => table.clear());
  site = await aLogSite();
  site.log.leaves = entries(10);
  site.log.cosigners = [one, two];
});
afterEach(() => {
  vi.restoreAllMocks();
  return site.close();
});

/** What a visit at a time (epoch ms) of a build with this policy finds. */
async function visited(at: number, demand: WitnessPolicy | null) {
  vi.spyOn(Date, 'now').mockReturnValue(at);
  return (await checkLog(demand))?.fault ?? null;
}

const BOTH = demanding(2, one, two);

/** The site's log grew to so many entries, and the first of them were cosigned by these. */
function grewTo(size: number, cosigned: number, ...by: readonly Cosigner[]) {
  site.log.leaves = entries(size);
  site.log.cosigners = [];
  site.log.cosigned = { size: cosigned, by };
}

describe('a checkpoint that enough witnesses cosigned', () => {
  it('is asked for nothing more', async () => {
    expect(await visited(after(10, 1), BOTH)).toBeNull();
    expect(site.seen.map(({ line }) => line)).not.toContain('GET /ledger/cosigned');
  });

  it('needs none where none is demanded', async () => {
    site.log.cosigners = [];
    expect(await visited(after(10, 60), null)).toBeNull();
  });
});

describe('a checkpoint that too few witnesses cosigned', () => {
  it('is given the time that witnesses take, as it is younger than what they signed', async () => {
    grewTo(11, 10, one, two);
    expect(await visited(after(11, 9), BOTH)).toBeNull();
    expect(await visited(after(11, 11), BOTH)).toBe('uncosigned');
  });

  it('is found on the first visit of a device, and where nothing was ever cosigned', async () => {
    site.log.cosigners = [two];
    expect(await visited(after(10, 1), BOTH)).toBe('uncosigned');
  });

  it('is found where a stranger cosigned in place of one', async () => {
    site.log.cosigners = [one, three];
    expect(await visited(after(10, 1), BOTH)).toBe('uncosigned');
  });

  it('accuses nobody while the log doesn’t say what they cosigned', async () => {
    grewTo(11, 10, one, two);
    site.log.isSilent = true;
    expect(await visited(after(11, 60), BOTH)).toBeNull();
    await site.close();
    expect(await visited(after(11, 60), BOTH)).toBeNull();
    site = await aLogSite();
  });

  it('is found where the log doesn’t say for ten minutes what they cosigned', async () => {
    grewTo(11, 10, one, two);
    site.log.isSilent = true;
    expect(await visited(after(11, 60), BOTH)).toBeNull();
    expect(await visited(after(11, 69), BOTH)).toBeNull();
    expect(await visited(after(11, 71), BOTH)).toBe('uncosigned');
    const found = await readFault();
    expect(found && evidenceText(found)).toContain('cosigned since 2026-11-23T13:50:00.000Z');
    site.log.isSilent = false;
    site.log.cosigned = { size: 11, by: [one, two] };
    expect(await visited(after(11, 72), BOTH)).toBeNull();
    expect(await readFault()).toBeNull();
  });

  it('accuses nobody of an answer that was missing now and then', async () => {
    grewTo(11, 11, one, two);
    site.log.isSilent = true;
    expect(await visited(after(11, 1), BOTH)).toBeNull();
    site.log.isSilent = false;
    expect(await visited(after(11, 30), BOTH)).toBeNull();
    site.log.isSilent = true;
    expect(await visited(after(11, 60), BOTH)).toBeNull();
  });

  it.each(['', 'no note\n', 'no checkpoint\n\n— one.example AAAAAAAA\n'])(
    'is found where the log answers %j for what they cosigned',
    async (nonsense) => {
      grewTo(11, 10, one, two);
      site.log.nonsense = nonsense;
      expect(await visited(after(11, 1), BOTH)).toBe('uncosigned');
    },
  );

  it('stands until it is cosigned, also offline, and goes then', async () => {
    grewTo(11, 10, one, two);
    await visited(after(11, 60), BOTH);
    site.log.isSilent = true;
    expect(await visited(after(11, 61), BOTH)).toBe('uncosigned');
    site.log.isSilent = false;
    site.log.leaves = [...entries(11), entryOf(after(11, 62))];
    site.log.cosigned = { size: 11, by: [one, two] };
    expect(await visited(after(11, 63), BOTH)).toBeNull();
    expect(await readFault()).toBeNull();
  });

  it('is shown with its policy, what was cosigned last, and the entry that waits', async () => {
    grewTo(11, 10, one, two);
    await visited(after(11, 60), BOTH);
    const found = await readFault();
    if (!found) throw new Error('Nothing was found');
    const evidence = evidenceText(found);
    expect(faultSentence(found)).toMatch(/: 0 of the 2 that .* since 23 Nov 2026\.$/);
    expect(evidence).toContain('of which 2 are needed since 2026-11-23T13:50:00.000Z');
    for (const part of [one.verifierKey, two.verifierKey, entries(11)[10], '— two.example '])
      expect(evidence).toContain(part);
  });
});

/** From now on the browser is one that doesn't know Ed25519. */
function forgetEd25519(): void {
  const unknown = new DOMException('Unrecognized name', 'NotSupportedError');
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unknown);
}

describe('a browser without Ed25519', () => {
  it('accuses nobody by what it can’t check, and takes nothing back by it', async () => {
    grewTo(11, 10, one, two);
    site.log.cosigned = { size: 10, by: [one, two], tree: entries(10, 'miss') };
    forgetEd25519();
    expect(await visited(after(11, 60), BOTH)).toBeNull();
    vi.restoreAllMocks();
    site.log.cosigned = { size: 10, by: [one, two] };
    expect(await visited(after(11, 61), BOTH)).toBe('uncosigned');
    site.log.cosigners = [one, two];
    forgetEd25519();
    expect(await visited(after(11, 62), BOTH)).toBe('uncosigned');
  });

  it('still has the log prove that it only grew', async () => {
    forgetEd25519();
    expect(await visited(after(10, 1), BOTH)).toBeNull();
    site.log.leaves = entries(11).with(3, entryOf(NOON, 'miss'));
    expect(await visited(after(11, 1), BOTH)).toBe('fork');
  });
});

const FUTURE = Date.parse('2099-01-01T00:00:00Z');

const dated = (at: number) => ({ date: new Date(at).toUTCString() });

describe('a site that says wrong times', () => {
  it('gains nothing by an answer that claims to be older than its entries', async () => {
    grewTo(11, 10, one, two);
    site.log.headers = { age: '99999999' };
    expect(await visited(after(11, 60), BOTH)).toBe('uncosigned');
  });

  it('gains nothing by an entry of the future', async () => {
    grewTo(11, 10, one, two);
    site.log.leaves = [...entries(10), entryOf(FUTURE)];
    expect(await visited(after(10, 1), BOTH)).toBe('uncosigned');
  });

  it('gains ten minutes by this device’s own clock where its answers are of the future too', async () => {
    grewTo(11, 10, one, two);
    site.log.leaves = [...entries(9), entryOf(FUTURE), entryOf(FUTURE)];
    site.log.headers = dated(FUTURE);
    expect(await visited(after(10, 1), BOTH)).toBeNull();
    expect(await visited(after(10, 10), BOTH)).toBeNull();
    site.log.cosigned = { size: 9, by: [one, two] };
    expect(await visited(after(10, 12), BOTH)).toBe('uncosigned');
    site.log.cosigned = { size: 11, by: [one, two] };
    expect(await visited(after(10, 13), BOTH)).toBeNull();
    expect(await readFault()).toBeNull();
  });

  it('gains no second ten minutes by an older checkpoint', async () => {
    grewTo(11, 9, one, two);
    site.log.leaves = [...entries(9), entryOf(FUTURE), entryOf(FUTURE)];
    site.log.headers = dated(FUTURE);
    expect(await visited(after(11, 1), BOTH)).toBeNull();
    Object.assign(site.log, { cached: 10, cosigners: [one, two] });
    expect(await visited(after(11, 5), BOTH)).toBeNull();
    Object.assign(site.log, { cached: null, cosigners: [] });
    expect(await visited(after(11, 12), BOTH)).toBe('uncosigned');
  });

  it('gains none by silence, nor by a few more signatures', async () => {
    grewTo(11, 9, one, two);
    site.log.leaves = [...entries(9), entryOf(FUTURE), entryOf(FUTURE)];
    site.log.headers = dated(FUTURE);
    site.log.isSilent = true;
    expect(await visited(after(11, 1), BOTH)).toBeNull();
    site.log.isSilent = false;
    expect(await visited(after(11, 3), BOTH)).toBeNull();
    site.log.cosigned = { size: 10, by: [one, two] };
    expect(await visited(after(11, 7), BOTH)).toBeNull();
    expect(await visited(after(11, 12), BOTH)).toBe('uncosigned');
  });

  it('lifts no bar by an older checkpoint', async () => {
    grewTo(11, 10, one, two);
    expect(await visited(after(11, 60), BOTH)).toBe('uncosigned');
    Object.assign(site.log, { cached: 10, cosigners: [one, two] });
    expect(await visited(after(11, 61), BOTH)).toBe('uncosigned');
    expect(await readFault()).not.toBeNull();
  });

  it('is not what a site is for a device whose clock is behind', async () => {
    grewTo(11, 10, one, two);
    site.log.headers = dated(after(11, 1));
    expect(await visited(after(11, -120), BOTH)).toBeNull();
    grewTo(12, 11, one, two);
    site.log.headers = dated(after(12, 1));
    expect(await visited(after(12, -60), BOTH)).toBeNull();
  });
});

describe('a list of witnesses', () => {
  it('that a later build shortens binds who was told of the longer one, and nobody else', async () => {
    await visited(after(10, 1), BOTH);
    site.log.cosigners = [one];
    site.log.cosigned = { size: 10, by: [one] };
    expect(await visited(after(10, 60), demanding(1, one))).toBe('uncosigned');
    await withTable(HEADS_NAME, 'readwrite', (table) => table.clear());
    expect(await visited(after(10, 60), demanding(1, one))).toBeNull();
  });

  it('may be dropped by no build', async () => {
    await visited(after(10, 1), BOTH);
    site.log.cosigners = [];
    expect(await visited(after(10, 60), null)).toBe('uncosigned');
  });

  it('may change one by one, while enough of the older ones sign', async () => {
    expect(await visited(after(10, 1), BOTH)).toBeNull();
    site.log.cosigners = [one, two, three];
    expect(await visited(after(10, 2), demanding(2, one, three))).toBeNull();
  });
});

describe('a log that is not the one that its witnesses cosigned', () => {
  it('is found for good, on the first visit too', async () => {
    grewTo(11, 10, one, two);
    site.log.cosigned = { size: 10, by: [one, two], tree: entries(10, 'miss') };
    expect(await visited(after(11, 1), BOTH)).toBe('unlike-witnessed');
    grewTo(12, 12, one, two);
    expect(await visited(after(12, 1), BOTH)).toBe('unlike-witnessed');
  });

  it('is found where it is shorter than that', async () => {
    grewTo(11, 13, one, two);
    site.log.cosigned = { size: 13, by: [one, two], tree: entries(13) };
    expect(await visited(after(13, 1), BOTH)).toBe('unlike-witnessed');
  });
});
