import {
  buildCommitmentText,
  toSealedSignal,
  type LedgerEntry,
} from '@quantalgo/contracts/record/ledger/entry';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { computeCommitment } from '../../../src/screens/signals/commitment';
import { checkSeal } from '../../../src/screens/signals/Seal';
import { received, wonAtLevel1 } from './signals';

const ZERO = '0'.repeat(64);

const publication = (signal: Signal, commitment: string): LedgerEntry => ({
  type: 'publication',
  seq: signal.ledgerSeq,
  slot: signal.id,
  commitment,
  strategyHash: ZERO,
  revealBy: '2026-11-21T14:05:00.000Z',
  at: '2026-11-20T14:05:01.000Z',
  source: 'simulated',
  prev: ZERO,
  hash: ZERO,
});

describe('checkSeal', () => {
  const signal = received();

  it('computes the same commitment as the server', async () => {
    const text = buildCommitmentText(toSealedSignal(signal), signal.salt);
    expect(await computeCommitment(signal)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('computes the same commitment after settlement', async () => {
    const later = received(0, { settlement: wonAtLevel1(), updatedAt: 1, live: false });
    expect(await computeCommitment(later)).toBe(await computeCommitment(signal));
  });

  it('matches the entry with the same commitment and returns its time', async () => {
    const entry = publication(signal, await computeCommitment(signal));
    expect(await checkSeal(signal, entry)).toMatchObject({
      name: 'matches',
      sealedAt: Date.parse('2026-11-20T14:05:01.000Z'),
    });
  });

  it('detects a signal that changed after sealing', async () => {
    const entry = publication(signal, await computeCommitment(signal));
    const changed = { ...signal, worstPrice: 1.09 };
    expect(await checkSeal(changed, entry)).toMatchObject({ name: 'differs' });
  });

  it('reports a missing entry or another signal’s entry as absent', async () => {
    const commitment = await computeCommitment(signal);
    const other = publication({ ...signal, id: '20261120T1410Z' }, commitment);
    expect(await checkSeal(signal, other)).toEqual({ name: 'absent' });
    expect(await checkSeal(signal, undefined)).toEqual({ name: 'absent' });
  });
});
