import { DEFAULT_PUSH, type PushDevice } from '@quantalgo/contracts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONFIDENCES, PER_DAY, QUIET_HOURS } from '../../../src/screens/settings/PushFilters';
import { Push, PushSettings } from '../../../src/screens/settings/Push';

/** A browser that has notifications, and what it answers when it is asked for them. */
function browserThat(answers: NotificationPermission) {
  const notification = {
    permission: 'default',
    requestPermission: vi.fn(() => {
      notification.permission = answers;
      return Promise.resolve(answers);
    }),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', {});
  Object.defineProperty(navigator, 'serviceWorker', {
    value: new EventTarget(),
    configurable: true,
  });
  return notification;
}

beforeEach(() => vi.useRealTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('notifications on this device', () => {
  it('are said to be none where the browser has none', async () => {
    render(<Push />);
    expect(
      await screen.findByText('This browser shows no notifications of websites.'),
    ).toBeVisible();
  });

  it('are asked for after a tap and not before, and a no is taken', async () => {
    const { requestPermission } = browserThat('denied');
    render(<Push />);
    const button = await screen.findByRole('button', { name: 'Turn on notifications' });
    expect(requestPermission).not.toHaveBeenCalled();
    await act(async () => {
      fireEvent.click(button);
      await Promise.resolve();
    });
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(await screen.findByText(/^Notifications of this site are blocked/)).toBeVisible();
  });
});

describe('the pairs', () => {
  const device: PushDevice = {
    id: 'a'.repeat(64),
    preferences: { ...DEFAULT_PUSH, pairs: ['EURUSD'] },
    pausedUntil: null,
  };
  const view = { obstacle: null, device, unopened: 0, tookMs: null };
  const settingsWith = (pairs: readonly string[]) =>
    render(
      <PushSettings
        device={device}
        view={{ ...view, pairs }}
        onChanged={() => Promise.resolve()}
      />,
    );

  it('are those that the server gives signals for', () => {
    settingsWith(['EURUSD', 'AUDUSD']);
    const group = within(screen.getByRole('group', { name: 'Pairs' }));
    expect(group.getAllByRole('checkbox')).toHaveLength(2);
    expect(group.getByRole('checkbox', { name: 'AUD/USD' })).not.toBeChecked();
  });

  it('are not asked for while the server told of none', () => {
    settingsWith([]);
    expect(screen.queryByRole('group', { name: 'Pairs' })).toBeNull();
  });
});

describe('what is offered', () => {
  it('stands at what is set, or at the next below', () => {
    expect(CONFIDENCES.of(0)).toBe('0');
    expect(CONFIDENCES.of(94.5)).toBe('94');
    expect(PER_DAY.of(6)).toBe('6');
    expect(PER_DAY.of(1)).toBe('3');
    expect(PER_DAY.of(288)).toBe('288');
  });

  it('of quiet hours is what they were chosen as', () => {
    for (const choice of QUIET_HOURS.options)
      expect(QUIET_HOURS.of(QUIET_HOURS.at(choice))).toBe(choice);
  });
});
