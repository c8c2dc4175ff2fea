import { DEFAULT_PREFERENCES } from '@quantalgo/contracts/settings/settings';
import { describe, expect, it } from 'vitest';
import { toSettingsView, findUnsentZone } from '../../../src/data/settings/settings';
import type { OutboxContent, OutboxItem } from '../../../src/data/outbox/item';
import { member } from '../../support/member';
import { anItem } from '../outbox/anItem';

const change = (
  body: Extract<OutboxContent, { kind: 'settings' }>['body'],
  changes: Partial<OutboxItem> = {},
): OutboxItem => ({ ...anItem(), ...changes, content: { kind: 'settings', body } });

const ADA = member();

describe('settings view', () => {
  it('shows the server’s settings if nothing is unsent', () => {
    const user = { ...ADA, phone: '+234 801 234 5678', telegram: null };
    expect(toSettingsView(user, [])).toEqual({
      fullName: 'Ada Obi',
      phone: '+234 801 234 5678',
      telegram: '',
      ...DEFAULT_PREFERENCES,
      country: '',
      desk: null,
      notifications: { signals: true, trades: true, marketing: false, security: true },
      unsent: false,
      refused: null,
    });
  });

  it('applies unsent changes in order', () => {
    const items = [
      change({ notifications: { marketing: true } }),
      change({ fullName: 'Ada O.' }),
      change({ notifications: { marketing: false, signals: false } }),
    ];
    const view = toSettingsView(ADA, items);
    expect(view.fullName).toBe('Ada O.');
    expect(view.notifications).toMatchObject({ marketing: false, signals: false, trades: true });
    expect(view.unsent).toBe(true);
  });

  it('finds the latest unsent zone choice', () => {
    const sent = change({ zone: 'device' }, { state: 'sent' });
    const refused = change({ zone: 'device' }, { state: 'refused' });
    expect(findUnsentZone([sent, refused])).toBeNull();
    const items = [
      change({ zone: 'wat' }),
      change({ zone: 'utc' }),
      change({ fullName: 'Ada O.' }),
    ];
    expect(findUnsentZone([...items, refused])).toBe('utc');
  });

  it('reports a refused change without applying it', () => {
    const refused = change({ fullName: 'X' }, { state: 'refused', reason: 'Too short' });
    const view = toSettingsView(ADA, [refused]);
    expect(view.fullName).toBe('Ada Obi');
    expect(view.refused?.reason).toBe('Too short');
  });

  it('reports a refused change until a later one replaces it', () => {
    const refused = change({ fullName: 'X' }, { state: 'refused', reason: 'Too short' });
    const other = change({ zone: 'utc' }, { state: 'sent' });
    expect(toSettingsView(ADA, [refused, other]).refused?.reason).toBe('Too short');
    const replacing = change({ fullName: 'Ada O.' }, { state: 'sent' });
    expect(toSettingsView(ADA, [refused, other, replacing]).refused).toBeNull();
  });
});
