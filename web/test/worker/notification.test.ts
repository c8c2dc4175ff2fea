import { IGNORED_PUSH_LIMIT, type PushPayload } from '@quantalgo/contracts/push/push';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMuted, PUSH_MUTE_DURATION_MS } from '../../src/data/push/pushState';
import {
  MUTE_ACTION,
  createMutedNotification,
  toNotification,
} from '../../src/worker/notification';

const NOON = Date.parse('2026-11-20T12:00:00Z');

const payload: PushPayload = {
  id: 'a-push',
  event: 'signal',
  title: 'EUR/USD CALL',
  body: 'Enter at 13:05, valid until 13:05:30 WAT.',
  to: '/dashboard/signals/20261120T1200Z',
  sentAt: NOON,
  until: NOON + 330_000,
  silent: false,
  receipt: null,
};

describe('toNotification', () => {
  it('shows the pushed text and replaces the notification with the same id', () => {
    expect(toNotification(payload, NOON + 1000, 1)).toMatchObject({
      title: 'EUR/USD CALL',
      options: { body: payload.body, tag: 'a-push', silent: false, data: { to: payload.to } },
    });
  });

  it('keeps a member’s earlier notification of the same event', () => {
    const tags = ['login', 'link'].map(
      (id) => toNotification({ ...payload, id, event: 'security' }, NOON, 0).options.tag,
    );
    expect(new Set(tags).size).toBe(2);
  });

  it('marks a signal as expired, silently, after its entry window', () => {
    expect(toNotification(payload, NOON + 330_000, 1)).toMatchObject({
      title: 'EUR/USD CALL · expired',
      options: { body: 'Expired: don’t enter. The result is in your history.', silent: true },
    });
  });

  it('replaces a signal’s notification with its result, silently and without buttons', () => {
    const ended = { ...payload, title: 'EUR/USD CALL: won at level 1', silent: true, until: null };
    const { options } = toNotification({ ...ended, ended: true }, NOON + 10 ** 9, 0);
    expect(options).toMatchObject({ tag: 'a-push', silent: true });
    expect(options.actions).toBeUndefined();
  });

  it('never expires without an end time', () => {
    const keeps = { ...payload, until: null };
    expect(toNotification(keeps, NOON + 10 ** 9, 0).title).toBe('EUR/USD CALL');
  });

  it('shows a generic notification for an unreadable payload', () => {
    expect(toNotification(null, NOON, 0)).toMatchObject({
      title: 'New notification',
      options: { data: { to: '/dashboard' } },
    });
  });

  it('offers to pause after every so many ignored pushes', () => {
    const offers = Array.from({ length: 3 * IGNORED_PUSH_LIMIT }, (_, index) =>
      toNotification(payload, NOON, index + 1),
    ).filter(({ options }) => options.body?.includes('Pause them in Account Hub'));
    expect(offers).toHaveLength(3);
  });

  it('never links to another site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string().map((text) => `https://${text}`),
          fc.constantFrom(
            '//evil.example',
            '/\\evil.example',
            '/\t/evil.example',
            'javascript:1',
            '',
          ),
        ),
        (to) => {
          expect(toNotification({ ...payload, to }, NOON, 0).options.data.to).toBe('/dashboard');
        },
      ),
    );
  });
});

describe('muted signals', () => {
  it('have a mute button, unlike other notifications', () => {
    const getActions = (event: PushPayload['event']) =>
      toNotification({ ...payload, event }, NOON, 0).options.actions?.map(({ action }) => action);
    expect(getActions('signal')).toEqual(['open', MUTE_ACTION]);
    expect([getActions('access'), getActions('ticket')]).toEqual([undefined, undefined]);
  });

  it('are counted in one silent notification', () => {
    expect([createMutedNotification(1), createMutedNotification(3)]).toMatchObject([
      { options: { body: '1 new signal in the app.', tag: 'muted', silent: true } },
      { options: { body: '3 new signals in the app.', tag: 'muted', silent: true } },
    ]);
  });

  it('stay muted for an hour at most, even if the clock is set back', () => {
    const until = NOON + PUSH_MUTE_DURATION_MS;
    const muted = (now: number) => isMuted({ mute: { until, came: 0 } }, now);
    expect([muted(NOON), muted(until - 1), muted(until), muted(NOON - 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isMuted({ mute: null }, NOON)).toBe(false);
  });
});
