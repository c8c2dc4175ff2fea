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

describe('a signal’s post', () => {
  it('is made before the entry, and not after it', () => {
    expect(decidePostStep(null, wanted, BEFORE)).toEqual({ type: 'post' });
    expect(decidePostStep(null, wanted, ENTRY)).toEqual({ type: 'none' });
  });

  it('is edited where it shows something else, by the id of its message', () => {
    expect(decidePostStep(stored({}), wanted, ENTRY)).toEqual({ type: 'edit', messageId: 12 });
  });

  it('is left to the run that has it', () => {
    const held = stored({ state: 'posting', messageId: null, heldUntil: BEFORE + POST_LEASE_MS });
    expect(decidePostStep(held, wanted, BEFORE)).toEqual({ type: 'none' });
  });

  it('is lost where the run was killed in the middle, and never made again', () => {
    const killed = stored({ state: 'posting', messageId: null, heldUntil: BEFORE });
    expect(decidePostStep(killed, wanted, BEFORE)).toMatchObject({
      type: 'note',
      change: { state: 'lost', dueAt: null },
    });
  });

  it('is given up where Telegram let it wait until the entry', () => {
    const waiting = stored({ state: 'waiting', messageId: null, shown: null });
    expect(decidePostStep(waiting, wanted, BEFORE)).toEqual({ type: 'post' });
    expect(decidePostStep(waiting, wanted, ENTRY)).toMatchObject({ change: { state: 'late' } });
  });

  it('is looked after until it shows the settlement', () => {
    const shows = stored({ shown: NEW, dueAt: ENTRY });
    expect(decidePostStep(shows, wanted, ENTRY)).toMatchObject({ change: { state: 'posted' } });
    expect(decidePostStep(shows, { ...wanted, isSettled: true }, ENTRY)).toMatchObject({
      change: { state: 'settled', dueAt: null },
    });
  });

  it('is made at most once, whatever its document says: only where none was tried or none could have arrived', () => {
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

describe('a failed call to Telegram', () => {
  it('is made again after the seconds that Telegram asks for', () => {
    const asked = { code: 429, description: 'Too Many Requests', retryAfterS: 7 };
    expect(classifyFailure(asked)).toMatchObject({ type: 'later', afterMs: 7000 });
  });

  it('is made again where no connection came about', () => {
    expect(classifyFailure({ network: 'ECONNREFUSED' }).type).toBe('later');
  });

  it('may have had an effect where the line broke, or Telegram had an error of its own', () => {
    expect(classifyFailure({ network: 'ECONNRESET' }).type).toBe('unknown');
    expect(classifyFailure({ code: 502, description: 'Bad Gateway', retryAfterS: null }).type).toBe(
      'unknown',
    );
  });

  it('is not made again where Telegram refuses it', () => {
    const refused = { code: 403, description: 'Forbidden: bot was kicked', retryAfterS: null };
    expect(classifyFailure(refused)).toEqual({
      type: 'refused',
      problem: '403 Forbidden: bot was kicked',
    });
  });
});
