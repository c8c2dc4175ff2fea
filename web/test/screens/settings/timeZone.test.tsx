import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { memo } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSettings } from '../../../src/data/settings/settings';
import { openOutbox } from '../../../src/data/outbox/database';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { clearUser } from '../../../src/data/auth/currentSession';
import { Delivery } from '../../../src/screens/settings/Account';
import { TimeZone } from '../../../src/screens/settings/AccountHub';
import { useZone } from '../../../src/core/zone';
import { aUser } from '../../support/aUser';
import { loggedInAs } from '../../support/render';

const ada = aUser();
const ENTRY = Date.parse('2026-11-20T14:05:00Z');

let draws = 0;

/** Spies for an offline device in India. */
let device: { readonly mockRestore: () => void }[] = [];

/** A memoised row that its list never re-renders. */
const Line = memo(function Line() {
  draws += 1;
  return <p data-testid="line">{formatZonedTime(ENTRY, useZone())}</p>;
});

function Hub() {
  const settings = useSettings(ada);
  return (
    <>
      {settings && <Delivery settings={settings} />}
      <TimeZone member={ada} />
      <Line />
    </>
  );
}

const group = () => within(screen.getByRole('group', { name: 'Times are shown in' }));
const option = (name: string) => group().getByRole('radio', { name });
const line = () => screen.getByTestId('line').textContent;
/** Imports fresh modules, as a page reload does. */
async function reloadModules() {
  vi.resetModules();
  await import('../../../src/data/auth/currentSession');
  const tell = await import('../../../src/core/zone');
  const { createRoot } = await import('react-dom/client');
  const { createElement } = await import('react');
  return { ...tell, createRoot, createElement };
}

beforeEach(() => {
  vi.useRealTimers();
  device = [
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330),
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
  ];
  loggedInAs(ada);
  draws = 0;
});
afterEach(async () => {
  act(() => clearUser('logged-out'));
  const { database } = await openOutbox();
  await database.items.clear();
  for (const part of device) part.mockRestore();
});

describe('time zone setting', () => {
  it('defaults to WAT and shows the time in each zone', () => {
    render(<Hub />);
    expect(option('Lagos (WAT)')).toBeChecked();
    expect(option('Lagos (WAT)')).toHaveAccessibleDescription(/^\d\d:\d\d WAT$/);
    expect(option('UTC')).toHaveAccessibleDescription(/^\d\d:\d\d UTC$/);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const description = option('This device’s zone').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(description)).toHaveTextContent(
      new RegExp(`^\\d\\d:\\d\\d UTC\\+5:30 ?${timeZone}$`),
    );
    expect(line()).toBe('15:05 WAT');
  });

  it('applies a change at once and queues it when offline', async () => {
    render(<Hub />);
    fireEvent.click(option('UTC'));
    expect(option('UTC')).toBeChecked();
    expect([line(), draws]).toEqual(['14:05 UTC', 2]);
    expect(await screen.findByText(/^Your changes are saved on this device/)).toBeVisible();
    fireEvent.click(option('This device’s zone'));
    expect(line()).toBe('19:35 UTC+5:30');
    await vi.waitFor(async () =>
      expect((await readOutboxItems(ada.id)).map(({ content }) => content)).toEqual([
        { kind: 'settings', body: { zone: 'utc', saw: { zone: 'wat' } } },
        { kind: 'settings', body: { zone: 'device', saw: { zone: 'utc' } } },
      ]),
    );
  });

  it('applies in the first frame after an offline reload', async () => {
    const { unmount } = render(<Hub />);
    fireEvent.click(option('UTC'));
    await screen.findByText(/^Your changes are saved on this device/);
    unmount();
    const { useZone: useZoneAnew, createRoot, createElement } = await reloadModules();
    const drawn: string[] = [];
    const Anew = () => {
      drawn.push(formatZonedTime(ENTRY, useZoneAnew()));
      return null;
    };
    const root = createRoot(document.createElement('div'));
    root.render(createElement(Anew));
    await vi.waitFor(() => expect(drawn).toEqual(['14:05 UTC']));
    root.unmount();
  });

  it('follows a change from another device', () => {
    render(<Hub />);
    loggedInAs({ ...ada, zone: 'utc' });
    expect([line(), draws]).toEqual(['14:05 UTC', 2]);
    expect(option('UTC')).toBeChecked();
  });

  it('keeps the old zone and reports an error if it can’t be stored', async () => {
    render(<Hub />);
    const { database } = await openOutbox();
    const full = vi.spyOn(database.items, 'put').mockRejectedValue(new Error('no room'));
    fireEvent.click(option('UTC'));
    expect(await screen.findByText(/^Couldn’t save on this device/)).toBeVisible();
    full.mockRestore();
    expect(option('Lagos (WAT)')).toBeChecked();
    expect(line()).toBe('15:05 WAT');
  });
});
