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

describe('the settings on screen', () => {
  it('are what the server holds where nothing waits', () => {
    const reached = { ...ADA, phone: '+234 801 234 5678', telegram: null };
    expect(toSettingsView(reached, [])).toEqual({
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

  it('are what they will be once all that waits is sent, in the order it was changed', () => {
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

  it('tell times in the zone that was chosen last and waits', () => {
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

  it('leave a refused change out, and tell of it', () => {
    const refused = change({ fullName: 'X' }, { state: 'refused', reason: 'Too short' });
    const view = toSettingsView(ADA, [refused]);
    expect(view.fullName).toBe('Ada Obi');
    expect(view.refused?.reason).toBe('Too short');
  });

  it('tell of a refused change until a later one replaces it', () => {
    const refused = change({ fullName: 'X' }, { state: 'refused', reason: 'Too short' });
    const other = change({ zone: 'utc' }, { state: 'sent' });
    expect(toSettingsView(ADA, [refused, other]).refused?.reason).toBe('Too short');
    const replacing = change({ fullName: 'Ada O.' }, { state: 'sent' });
    expect(toSettingsView(ADA, [refused, other, replacing]).refused).toBeNull();
  });
});
