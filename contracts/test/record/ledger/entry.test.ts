import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildCommitmentText,
  buildEntryText,
  ledgerEntrySchema,
  toSealedSignal,
  sealedSignalSchema,
  type UnhashedEntry,
} from '../../../src/record/ledger/entry';
import { arbitrarySignal } from '../../signals/arbitrarySignal';

const HASH = 'a'.repeat(64);
const publication: UnhashedEntry = {
  type: 'publication',
  slot: '20261120T1405Z',
  commitment: HASH,
  strategyHash: HASH,
  revealBy: '2026-11-21T14:05:00.000Z',
  seq: 7,
  at: '2026-11-20T14:05:01.000Z',
  source: 'simulated',
  prev: HASH,
};

describe('ledger entry', () => {
  it('serialises every field except the hash in canonical order', () => {
    expect(buildEntryText(publication)).toBe(
      `{"at":"2026-11-20T14:05:01.000Z","commitment":"${HASH}","prev":"${HASH}",` +
        `"revealBy":"2026-11-21T14:05:00.000Z","seq":7,"slot":"20261120T1405Z",` +
        `"source":"simulated","strategyHash":"${HASH}","type":"publication"}`,
    );
  });

  it('drops fields of the committed signal from a publication', () => {
    const entry = ledgerEntrySchema.parse({ ...publication, hash: HASH, pair: 'EURUSD' });
    expect(Object.keys(entry).sort()).toEqual([...Object.keys(publication), 'hash'].sort());
  });

  it.each([
    ['an unknown type', { type: 'correction' }],
    ['an invalid hash', { prev: 'zero' }],
    ['a negative sequence number', { seq: -1 }],
    ['an invalid slot id', { slot: '2026-11-20' }],
    ['a time with an offset', { at: '2026-11-20T15:05:01+01:00' }],
    ['an unknown source', { source: 'typed in' }],
  ])('rejects %s', (_what, wrong) => {
    expect(ledgerEntrySchema.safeParse({ ...publication, hash: HASH, ...wrong }).success).toBe(
      false,
    );
  });
});

describe('signal commitment', () => {
  it('excludes the settlement and the publication details', () => {
    fc.assert(
      fc.property(arbitrarySignal, arbitrarySignal, fc.string(), (signal, other, salt) => {
        const { settlement, updatedAt, publishedAt, ledgerSeq, seeded, reasons } = other;
        const later = {
          ...signal,
          settlement,
          updatedAt,
          publishedAt,
          ledgerSeq,
          seeded,
          reasons,
          salt: other.salt,
        };
        expect(buildCommitmentText(toSealedSignal(later), salt)).toBe(
          buildCommitmentText(toSealedSignal(signal), salt),
        );
      }),
    );
  });

  it('changes with each sealed field and with the salt', () => {
    fc.assert(
      fc.property(arbitrarySignal, arbitrarySignal, (signal, other) => {
        const sealed = toSealedSignal(signal);
        const text = buildCommitmentText(sealed, 'salt');
        const own = new Map<string, unknown>(Object.entries(sealed));
        for (const [name, value] of Object.entries(toSealedSignal(other))) {
          const changed = sealedSignalSchema.parse({ ...sealed, [name]: value });
          const same = JSON.stringify(value) === JSON.stringify(own.get(name));
          expect(buildCommitmentText(changed, 'salt') === text).toBe(same);
        }
        expect(buildCommitmentText(sealed, 'other')).not.toBe(text);
      }),
    );
  });
});
