import { STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { NOTIFICATIONS } from '@quantalgo/contracts/settings/settings';
import {
  DEFAULT_PUSH,
  IGNORED_PUSH_LIMIT,
  type ListedPush,
  type PushDevice,
  type PushPreferences,
} from '@quantalgo/contracts/push/push';
import { type VerdictName, VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changePush,
  fetchPushDevices,
  disablePushElsewhere,
} from '../../../src/data/push/devicePush';
import { changePushState, EMPTY_STATE } from '../../../src/data/push/pushState';
import { NetworkError } from '../../../src/data/core/errors';
import { PER_DAY, QUIET_HOURS } from '../../../src/screens/settings/PushFilters';
import { Notifications } from '../../../src/screens/settings/Notifications';
import { PushSettings } from '../../../src/screens/settings/Push';
import { countVerdictsLastWeek } from '../../../src/screens/settings/PushVerdicts';
import { toSignalDigest } from '../../../src/data/storage/digests';
import { aSignal, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';

vi.mock(import('../../../src/data/push/devicePush'), async (original) => ({
  ...(await original()),
  changePush: vi.fn((given: PushDevice) => Promise.resolve(given)),
  fetchPushDevices: vi.fn(() => Promise.resolve([])),
  disablePushElsewhere: vi.fn(() => Promise.resolve()),
}));

/** Stubs a browser with notifications and its answer to a permission request. */
function stubBrowser(
  answers: NotificationPermission,
  permission: NotificationPermission = 'default',
) {
  const notification = {
    permission,
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

const device: PushDevice = {
  id: 'a'.repeat(64),
  preferences: { ...DEFAULT_PUSH, pairs: ['EURUSD'] },
  verdicts: [...VERDICTS],
  pausedUntil: null,
};

beforeEach(async () => {
  vi.useRealTimers();
  vi.mocked(changePush).mockClear();
  await changePushState(() => EMPTY_STATE);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const member = aUser();
const section = () =>
  render(<Notifications member={member} notifications={member.notifications} />);
const getSwitch = (name: string) => screen.getByRole('switch', { name });

describe('notification switches', () => {
  it('show the four notification kinds with descriptions', () => {
    section();
    expect(screen.getAllByRole('switch')).toHaveLength(NOTIFICATIONS.length);
    expect(getSwitch('Signals')).toHaveAccessibleDescription(
      /^New signals for your tier, and how they ended\./,
    );
    expect(getSwitch('Security')).toHaveAccessibleDescription(/^Logins on new devices/);
    expect(getSwitch('Offers and news')).not.toBeChecked();
  });

  it('say if this device shows no notifications and that emails still come', async () => {
    section();
    await screen.findByText('This browser can’t show notifications from websites.');
    expect(getSwitch('Signals')).toHaveAccessibleDescription(/This device doesn’t show them\.$/);
    expect(getSwitch('Trades')).toHaveAccessibleDescription(
      /You always get these by email too\. This device doesn’t show them\.$/,
    );
    expect(getSwitch('Offers and news')).toHaveAccessibleDescription(
      /Off unless you turn it on\.$/,
    );
  });

  it('omit the notice if this device has notifications on', async () => {
    stubBrowser('granted', 'granted');
    await changePushState((kept) => ({ ...kept, device }));
    section();
    await screen.findByRole('button', { name: 'Send me a test' });
    expect(getSwitch('Signals')).toHaveAccessibleDescription(
      'New signals for your tier, and how they ended.',
    );
  });
});

describe('notifications on this device', () => {
  it('are reported as unsupported if the browser has none', async () => {
    section();
    expect(
      await screen.findByText('This browser can’t show notifications from websites.'),
    ).toBeVisible();
  });

  it('ask for permission only after a tap and report a refusal', async () => {
    const { requestPermission } = stubBrowser('denied');
    section();
    const button = await screen.findByRole('button', { name: 'Turn on notifications' });
    expect(requestPermission).not.toHaveBeenCalled();
    await act(async () => {
      fireEvent.click(button);
      await Promise.resolve();
    });
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(await screen.findByText(/^Notifications from this site are blocked/)).toBeVisible();
  });

  it.each([
    ['another tab', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the browser’s own prompt', () => globalThis.dispatchEvent(new Event('focus'))],
  ])('reflect a permission changed in %s', async (_, comeBack) => {
    const notification = stubBrowser('denied', 'denied');
    section();
    await screen.findByText(/^Notifications from this site are blocked/);
    notification.permission = 'default';
    comeBack();
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    expect(screen.queryByText(/^Notifications from this site are blocked/)).toBeNull();
  });
});

describe('other devices', () => {
  const others: ListedPush[] = [
    {
      id: 'b'.repeat(64),
      browser: 'Chrome',
      platform: 'Android',
      pausedUntil: null,
      current: true,
    },
    {
      id: 'c'.repeat(64),
      browser: 'Safari',
      platform: 'iPhone',
      pausedUntil: null,
      current: false,
    },
  ];

  it('are listed by name and can be turned off from here', async () => {
    vi.mocked(fetchPushDevices).mockResolvedValueOnce(others).mockResolvedValueOnce([]);
    section();
    expect(await screen.findByText('Safari on iPhone')).toBeVisible();
    expect(screen.queryByText('Chrome on Android')).toBeNull();
    fireEvent.click(
      screen.getByRole('button', { name: 'Turn off notifications for Safari on iPhone' }),
    );
    await waitFor(() => expect(screen.queryByText('Your other devices')).toBeNull());
    expect(disablePushElsewhere).toHaveBeenCalledWith('c'.repeat(64));
  });
});

const view = { obstacle: null, device, unopened: 0, tookMs: null };
const settingsWith = (pairs: readonly string[], shown = device) =>
  render(
    <PushSettings
      device={shown}
      view={{ ...view, device: shown, pairs }}
      onChanged={() => Promise.resolve()}
    />,
  );

describe('pair choices', () => {
  it('are the pairs that the server publishes signals for', () => {
    settingsWith(['EURUSD', 'AUDUSD']);
    const group = within(screen.getByRole('group', { name: 'Pairs' }));
    expect(group.getAllByRole('checkbox')).toHaveLength(2);
    expect(group.getByRole('checkbox', { name: 'AUD/USD' })).not.toBeChecked();
  });

  it('are hidden if the server has sent no pairs', () => {
    settingsWith([]);
    expect(screen.queryByRole('group', { name: 'Pairs' })).toBeNull();
  });
});

describe('verdict choices', () => {
  const choice = (name: RegExp) => screen.getByRole('checkbox', { name });
  const click = async (element: HTMLElement) => {
    await act(async () => {
      fireEvent.click(element);
      await Promise.resolve();
    });
  };
  const getSentVerdicts = () =>
    vi.mocked(changePush).mock.calls.map(([, change]) => change.verdicts);
  const expectSent = (...verdicts: VerdictName[]) =>
    waitFor(() => expect(getSentVerdicts()).toEqual([verdicts]));

  it('are requested on a new device and sent only on confirmation', async () => {
    settingsWith([], { ...device, verdicts: null });
    expect(await screen.findByText('Which signals should reach this device?')).toBeVisible();
    expect(choice(/^Paper only/)).not.toBeChecked();
    expect(choice(/^Not enough results/)).not.toBeChecked();
    await click(choice(/^Paper only/));
    expect(getSentVerdicts()).toEqual([]);
    await click(screen.getByRole('button', { name: 'Send these' }));
    await expectSent('pays', 'paper');
  });

  it('are saved one by one on a device that has chosen', async () => {
    settingsWith([]);
    expect(await screen.findByRole('checkbox', { name: /^Pays/ })).toBeChecked();
    expect(screen.queryByText('Which signals should reach this device?')).toBeNull();
    for (const name of [/^Pays/, /^Not enough results/, /^Paper only/])
      expect(choice(name)).toBeChecked();
    await click(choice(/^Paper only/));
    await expectSent('pays', 'unclear');
  });

  it('are counted over the last week at the member’s payout', () => {
    const digest = (ago: number, low: number) => ({
      ...toSignalDigest(aSignal(SLOT - ago)),
      firstEntry: { value: low + 1, low, high: low + 2 },
    });
    const day = 24 * 60 * 60_000;
    const week = [digest(0, 60), digest(day, 55), digest(2 * day, 49), digest(8 * day, 49)];
    expect(countVerdictsLastWeek(week, STATED_PAYOUTS, SLOT)).toEqual({
      pays: 1,
      unclear: 1,
      paper: 1,
    });
    expect(countVerdictsLastWeek(week, { ...STATED_PAYOUTS, payout: 1.2 }, SLOT)).toEqual({
      pays: 3,
      unclear: 0,
      paper: 0,
    });
  });
});

describe('quick taps', () => {
  /** Renders the settings with a fake server that answers one change at a time. */
  async function renderWithSlowServer(unopened = 0) {
    let stored = device;
    const keep = () => changePushState((kept) => ({ ...kept, device: stored }));
    await keep();
    const answers: { readonly take: () => Promise<unknown>; readonly refuse: () => void }[] = [];
    vi.mocked(changePush).mockImplementation(
      (_, change) =>
        new Promise((resolve, reject) => {
          const take = () => {
            stored = { ...stored, ...change };
            return keep().then(() => resolve(stored));
          };
          answers.push({ take, refuse: () => reject(new NetworkError(null)) });
        }),
    );
    function Settings() {
      const [shown, setShown] = useState(device);
      const onChanged = () => {
        setShown(stored);
        return Promise.resolve();
      };
      return (
        <PushSettings
          device={shown}
          view={{ ...view, device: shown, pairs: ['EURUSD', 'AUDUSD', 'GBPUSD'], unopened }}
          onChanged={onChanged}
        />
      );
    }
    render(<Settings />);
    const next = async () => {
      await waitFor(() => expect(answers).not.toEqual([]));
      return answers.shift();
    };
    return {
      answer: async () => {
        const first = await next();
        await act(async () => first?.take());
      },
      refuse: async () => {
        const first = await next();
        await act(() => Promise.resolve(first?.refuse()));
      },
      stored: () => stored,
    };
  }
  const tap = async (name: string | RegExp) =>
    fireEvent.click(await screen.findByRole('checkbox', { name }));
  const box = (name: string | RegExp) => screen.getByRole('checkbox', { name });

  afterEach(() => {
    vi.mocked(changePush).mockImplementation((given) => Promise.resolve(given));
  });

  it('on verdicts keep both changes and send them in order', async () => {
    const { answer, stored } = await renderWithSlowServer();
    await tap(/^Paper only/);
    await tap(/^Not enough results/);
    expect(box(/^Paper only/)).not.toBeChecked();
    await waitFor(() => expect(changePush).toHaveBeenCalledOnce());
    await answer();
    await waitFor(() => expect(changePush).toHaveBeenCalledTimes(2));
    expect(box(/^Not enough results/)).not.toBeChecked();
    await answer();
    expect(stored().verdicts).toEqual(['pays']);
    expect(box(/^Pays/)).toBeChecked();
    for (const name of [/^Paper only/, /^Not enough results/]) expect(box(name)).not.toBeChecked();
  });

  it('on preferences keep all changes', async () => {
    const { answer, stored } = await renderWithSlowServer();
    await tap('AUD/USD');
    await tap('EUR/USD');
    await answer();
    expect(box('EUR/USD')).not.toBeChecked();
    fireEvent.click(within(screen.getByRole('group', { name: 'Sound' })).getByLabelText('Off'));
    await answer();
    await waitFor(() => expect(changePush).toHaveBeenCalledTimes(3));
    await answer();
    expect(stored().preferences).toMatchObject({ pairs: ['AUDUSD'], signal: 'silent' });
  });

  it('revert only the change that failed', async () => {
    const { answer, refuse, stored } = await renderWithSlowServer();
    await tap('GBP/USD');
    await tap('AUD/USD');
    await refuse();
    await answer();
    await waitFor(() => expect(stored().preferences.pairs).toEqual(['EURUSD', 'AUDUSD']));
    expect(box('GBP/USD')).not.toBeChecked();
    expect(box('AUD/USD')).toBeChecked();
    expect(screen.getByRole('alert')).toBeVisible();
  });

  it('are sent in order after the settings are reopened', async () => {
    const { answer, stored } = await renderWithSlowServer();
    await tap('AUD/USD');
    cleanup();
    settingsWith(['EURUSD', 'AUDUSD', 'GBPUSD', 'USDJPY']);
    await tap('GBP/USD');
    await waitFor(() => expect(changePush).toHaveBeenCalledOnce());
    await answer();
    await answer();
    await waitFor(() => expect(stored().preferences.pairs).toEqual(['EURUSD', 'AUDUSD', 'GBPUSD']));
  });

  it('on a pause don’t end it', async () => {
    const { answer, stored } = await renderWithSlowServer(IGNORED_PUSH_LIMIT);
    const button = screen.getByRole('button', { name: 'Pause for a week' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(button).toHaveTextContent('Pausing…');
    await answer();
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible();
    expect(changePush).toHaveBeenCalledOnce();
    expect(stored().pausedUntil).not.toBeNull();
  });
});

const expectChange = (preferences: PushPreferences) =>
  waitFor(() => {
    const [, change] = vi.mocked(changePush).mock.calls[0] ?? [];
    expect(change?.preferences).toEqual(preferences);
  });

describe('sound setting', () => {
  it('applies to every notification kind', async () => {
    settingsWith([], { ...device, preferences: DEFAULT_PUSH });
    await act(async () => {
      fireEvent.click(within(screen.getByRole('group', { name: 'Sound' })).getByLabelText('Off'));
      await Promise.resolve();
    });
    await expectChange({ ...DEFAULT_PUSH, signal: 'silent', access: 'silent', ticket: 'silent' });
  });
});

describe('setting options', () => {
  it('select the set value or the next lower option', () => {
    expect(PER_DAY.toOption(6)).toBe('6');
    expect(PER_DAY.toOption(1)).toBe('3');
    expect(PER_DAY.toOption(288)).toBe('288');
  });

  it('round-trip the quiet hours', () => {
    for (const choice of QUIET_HOURS.options)
      expect(QUIET_HOURS.toOption(QUIET_HOURS.toValue(choice))).toBe(choice);
  });
});
