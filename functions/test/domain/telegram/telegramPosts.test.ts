import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  POST_LEASE_MS,
  type StoredPost,
  decidePostStep,
  telegramPostDocument,
} from '../../../src/domain/telegram/posts';
import { classifyFailure } from '../../../src/domain/telegram/failures';

const ENTRY = Date.parse('2026-11-20T11:05:00Z');
const BEFORE = ENTRY - 60_000;
const OLD = 'a'.repeat(64);
const NEW = 'b'.repeat(64);

const wanted = { digest: NEW, entersAt: ENTRY, isSettled: false };

const stored = (fields: Partial<StoredPost>): StoredPost => ({
  signal: '20261120T1100Z',
  channel: 'starter',
  state: 'posted',
  messageId: 12,
  shown: OLD,
  heldUntil: 0,
  dueAt: null,
  attempts: 0,
  problem: null,
  createdAt: BEFORE - 60_000,
  ...fields,
});

describe('decidePostStep', () => {
  it('posts before the entry, but not after it', () => {
    expect(decidePostStep(null, wanted, BEFORE)).toEqual({ type: 'post' });
    expect(decidePostStep(null, wanted, ENTRY)).toEqual({ type: 'none' });
  });

  it('edits the message if its content has changed', () => {
    expect(decidePostStep(stored({}), wanted, ENTRY)).toEqual({ type: 'edit', messageId: 12 });
  });

  it('does nothing while another run holds the lease', () => {
    const leased = stored({ state: 'posting', messageId: null, heldUntil: BEFORE + POST_LEASE_MS });
    expect(decidePostStep(leased, wanted, BEFORE)).toEqual({ type: 'none' });
  });

  it('marks a post as lost if its run was killed, and never repeats it', () => {
    const killed = stored({ state: 'posting', messageId: null, heldUntil: BEFORE });
    expect(decidePostStep(killed, wanted, BEFORE)).toMatchObject({
      type: 'note',
      change: { state: 'lost', dueAt: null },
    });
  });

  it('gives up a delayed post at the entry time', () => {
    const waiting = stored({ state: 'waiting', messageId: null, shown: null });
    expect(decidePostStep(waiting, wanted, BEFORE)).toEqual({ type: 'post' });
    expect(decidePostStep(waiting, wanted, ENTRY)).toMatchObject({ change: { state: 'late' } });
  });

  it('continues until the post shows the settlement', () => {
    const shows = stored({ shown: NEW, dueAt: ENTRY });
    expect(decidePostStep(shows, wanted, ENTRY)).toMatchObject({ change: { state: 'posted' } });
    expect(decidePostStep(shows, { ...wanted, isSettled: true }, ENTRY)).toMatchObject({
      change: { state: 'settled', dueAt: null },
    });
  });

  it('posts at most once, only if no earlier attempt can have arrived', () => {
    const { state, shown } = telegramPostDocument.shape;
    expect(shown.safeParse(null).success).toBe(true);
    const anyPost = fc.record({
      state: fc.constantFrom(...state.options),
      messageId: fc.constantFrom(null, 12),
      heldUntil: fc.constantFrom(0, BEFORE + 1),
      attempts: fc.nat(20),
    });
    fc.assert(
      fc.property(anyPost, (fields) => {
        const step = decidePostStep(stored({ ...fields, shown: null }), wanted, BEFORE);
        if (step.type !== 'post') return;
        expect(fields.messageId).toBeNull();
        expect(['waiting', 'posted', 'editing', 'settled']).toContain(fields.state);
      }),
    );
  });
});

describe('classifyFailure', () => {
  it('retries after the delay that Telegram requests', () => {
    const rateLimited = { code: 429, description: 'Too Many Requests', retryAfterS: 7 };
    expect(classifyFailure(rateLimited)).toMatchObject({ type: 'later', afterMs: 7000 });
  });

  it('retries if no connection was made', () => {
    expect(classifyFailure({ network: 'ECONNREFUSED' }).type).toBe('later');
  });

  it('treats a broken connection or a Telegram error as unknown', () => {
    expect(classifyFailure({ network: 'ECONNRESET' }).type).toBe('unknown');
    expect(classifyFailure({ code: 502, description: 'Bad Gateway', retryAfterS: null }).type).toBe(
      'unknown',
    );
  });

  it('doesn’t retry if Telegram rejects the call', () => {
    const refused = { code: 403, description: 'Forbidden: bot was kicked', retryAfterS: null };
    expect(classifyFailure(refused)).toEqual({
      type: 'refused',
      problem: '403 Forbidden: bot was kicked',
    });
  });
});
