import type { Device } from '@quantalgo/contracts/privacy/archive';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchDevices, logOutOtherDevices } from '../../../src/data/account/security';
import { NetworkError } from '../../../src/data/core/errors';
import { Devices } from '../../../src/screens/settings/Devices';
import { renderAt } from '../../support/render';

vi.mock(import('../../../src/data/account/security'), async (original) => ({
  ...(await original()),
  fetchDevices: vi.fn(),
  logOutOtherDevices: vi.fn(() => Promise.resolve()),
}));

const at = '2026-11-20T08:00:00.000Z';
const device = (id: string, current: boolean): Device => ({
  id,
  browser: current ? 'Chrome' : 'Unknown browser',
  platform: current ? 'Android' : 'Unknown device',
  loggedInAt: at,
  lastSeenAt: at,
  current,
});
const logOutOthers = { name: 'Log out all other devices' };

beforeEach(() => vi.mocked(logOutOtherDevices).mockClear());

describe('list of devices', () => {
  it('shows an unknown device, and ends all others', async () => {
    vi.mocked(fetchDevices).mockResolvedValue([device('1', true), device('2', false)]);
    renderAt('/', <Devices />);
    expect(await screen.findByText('Unknown browser on Unknown device')).toBeVisible();
    await userEvent.click(screen.getByRole('button', logOutOthers));
    expect(logOutOtherDevices).toHaveBeenCalledOnce();
  });

  it('offers to log out the others if the list can’t be loaded', async () => {
    vi.mocked(fetchDevices).mockRejectedValue(new NetworkError('offline'));
    renderAt('/', <Devices />);
    await userEvent.click(await screen.findByRole('button', logOutOthers));
    expect(logOutOtherDevices).toHaveBeenCalledOnce();
  });

  it('hides that offer if this device is the only one', async () => {
    vi.mocked(fetchDevices).mockResolvedValue([device('1', true)]);
    renderAt('/', <Devices />);
    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.queryByRole('button', logOutOthers)).toBeNull();
  });
});
