import { describe, expect, it } from 'vitest';
import type { Access } from '../../src/access/access';
import { HOUR_MS } from '../../src/core/time';
import {
  type Activation,
  ACTIVATION_STEPS,
  countStepsDone,
  extendLock,
  getActivation,
  isWaiting,
  OPENING_TIMEOUT_MS,
  type ReportedAccount,
  type SubmissionFacts,
  type SubmissionKind,
  type SubmissionStage,
} from '../../src/submissions/activation';
import { REVIEW_TIMEOUT_MS } from '../../src/submissions/submission';

const NOW = Date.parse('2026-11-26T12:04:00Z');

const LOCKED: Access = { tier: 'guest', dashboardUnlocked: false, staff: false };
const OPEN: Access = { tier: 'starter', dashboardUnlocked: true, staff: false };

const submission = (
  stage: SubmissionStage,
  changes: { kind?: SubmissionKind; since?: number; at?: number; reason?: string } = {},
): SubmissionFacts => {
  const { kind = 'proof', since = NOW - HOUR_MS, at = since, reason = null } = changes;
  return { content: { kind }, stage, reason, since, at };
};

const account = (deposited: number): ReportedAccount => ({ traderId: 'PO-1', deposited });

const activation = (
  submissions: readonly SubmissionFacts[],
  { access = LOCKED, reported = null, now = NOW }: Partial<Facts> = {},
): Activation => getActivation({ access, account: reported, submissions, now });

interface Facts {
  readonly access: Access;
  readonly reported: ReportedAccount | null;
  readonly now: number;
}

describe('member without submissions', () => {
  it('opens a broker account first', () => {
    expect(activation([])).toEqual({ name: 'broker' });
  });

  it.each([
    [0, 'fund'],
    [19.99, 'fund'],
    [20, 'proof'],
    [500, 'proof'],
  ] as const)('with $%d reported by the broker, continues with %s', (deposited, name) => {
    expect(activation([], { reported: account(deposited) })).toEqual({
      name,
      account: account(deposited),
    });
  });
});

describe('submission', () => {
  it('is sending until the server has it', () => {
    expect(activation([submission('unsent')])).toMatchObject({ name: 'sending' });
  });

  it.each(['inspecting', 'overdue', 'sent'] as const)(
    'is in review (%s) with a deadline',
    (stage) => {
      const since = NOW - HOUR_MS;
      expect(activation([submission(stage, { since })])).toMatchObject({
        name: 'check',
        since,
        answerBy: since + 24 * HOUR_MS,
        isLate: false,
      });
    },
  );

  it.each([
    ['proof', 24],
    ['setup', 48],
  ] as const)('is late once a %s has been pending for %i hours', (kind, hours) => {
    const since = NOW - hours * HOUR_MS;
    expect(REVIEW_TIMEOUT_MS[kind]).toBe(hours * HOUR_MS);
    const pending = [submission('sent', { kind, since })];
    expect(activation(pending)).toMatchObject({ isLate: true });
    expect(activation(pending, { now: NOW - 1 })).toMatchObject({ isLate: false });
  });

  it('is rejected with the server’s reason, or a default one', () => {
    expect(activation([submission('rejected', { reason: 'Blurred' })])).toMatchObject({
      name: 'rejected',
      reason: 'Blurred',
    });
    expect(activation([submission('rejected')])).toMatchObject({
      reason: 'The file could not be read',
    });
  });

  it('is approved while access may follow, then requires a new proof', () => {
    const approved = [submission('approved', { at: NOW })];
    expect(activation(approved, { now: NOW + OPENING_TIMEOUT_MS - 1 }).name).toBe('approved');
    expect(activation(approved, { now: NOW + OPENING_TIMEOUT_MS })).toEqual({
      name: 'proof',
      account: null,
    });
  });

  it.each(['unsent', 'sent', 'rejected', 'approved'] as const)(
    'is ignored once the dashboard is unlocked (%s)',
    (stage) => {
      expect(activation([submission(stage)], { access: OPEN })).toEqual({
        name: 'open',
        tier: 'starter',
      });
    },
  );

  it('takes precedence over the broker’s report', () => {
    expect(activation([submission('sent')], { reported: account(0) }).name).toBe('check');
  });
});

describe('proof and account setup together', () => {
  const proof = (stage: SubmissionStage, at: number) => submission(stage, { since: at });
  const setup = (stage: SubmissionStage, at: number) =>
    submission(stage, { kind: 'setup', since: at });

  it('show the unsent one first', () => {
    const both = [proof('sent', NOW), setup('unsent', NOW - 9)];
    expect(activation(both)).toMatchObject({ name: 'sending', submission: both[1] });
  });

  it('show the one with the earlier deadline if both are in review', () => {
    const both = [setup('sent', NOW - HOUR_MS), proof('sent', NOW)];
    expect(activation(both)).toMatchObject({ name: 'check', submission: both[1] });
  });

  it('show the one in review rather than a newer decision', () => {
    const both = [proof('sent', NOW - HOUR_MS), setup('rejected', NOW)];
    expect(activation(both)).toMatchObject({ name: 'check', submission: both[0] });
  });

  it('show the newer of two decisions', () => {
    const both = [proof('rejected', NOW - HOUR_MS), setup('approved', NOW)];
    expect(activation(both)).toMatchObject({ name: 'approved', submission: both[1] });
  });
});

describe('activation steps', () => {
  it.each([
    ['broker', 2, false],
    ['fund', 2, false],
    ['proof', 3, false],
    ['sending', 3, true],
    ['check', 3, true],
    ['rejected', 3, false],
    ['approved', 4, true],
    ['open', 4, false],
  ] as const)('at %s have %i done; waiting: %s', (name, done, waits) => {
    expect(ACTIVATION_STEPS).toHaveLength(4);
    expect(countStepsDone({ name })).toBe(done);
    expect(isWaiting({ name })).toBe(waits);
  });
});

describe('lock countdown', () => {
  it('is extended by the review time after a rejection', () => {
    const end = NOW + 3 * HOUR_MS;
    const rejected = submission('rejected', { since: NOW - 2 * HOUR_MS, at: NOW });
    expect(extendLock(end, activation([rejected]))).toBe(end + 2 * HOUR_MS);
    expect(extendLock(end, activation([]))).toBe(end);
  });
});
