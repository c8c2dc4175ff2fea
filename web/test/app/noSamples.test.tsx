import { PATHS } from '@quantalgo/contracts/core/paths';
import { act, configure, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Gate } from '../../src/app/App';
import { SCREENS } from '../../src/app/screens';
import { lastContact } from '../../src/data/core/clock';
import { session, storeUser } from '../../src/data/auth/currentSession';
import { member } from '../support/member';
import { renderAt } from '../support/render';

configure({ asyncUtilTimeout: 20_000 });

/** Screens that still show an unlocked member tagged sample content, and why. */
const SAMPLE_SCREENS: Readonly<Record<string, string>> = {
  [PATHS.essentialRoom]: 'its signal cards are the specified examples',
};

afterEach(() => {
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    lastContact.set(null);
  });
  vi.unstubAllGlobals();
});

/** Long enough for a screen to read its database; there is no server. */
const READ_DELAY_MS = 300;

const open = async (row: (typeof SCREENS)[number]) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  act(() => {
    storeUser(member({ tier: 'essential', id: `no-samples-${row.path}` }));
    lastContact.set(Date.now());
  });
  renderAt(row.path, <Gate screen={row} />);
  await screen.findByRole('heading', { level: 1 });
  await act(() => new Promise((resolve) => setTimeout(resolve, READ_DELAY_MS)));
};

describe('sample content for an unlocked essential member', { timeout: 60_000 }, () => {
  it.each(SCREENS.filter(({ path }) => !(path in SAMPLE_SCREENS)))(
    'is absent at $path',
    async (row) => {
      await open(row);
      expect(screen.queryAllByText('Sample')).toEqual([]);
      expect(screen.queryAllByText(/^Made-up|^Simulated|sample figure/)).toEqual([]);
    },
  );

  it.each(SCREENS.filter(({ path }) => path === PATHS.essentialRoom))(
    'is tagged at $path',
    async (row) => {
      await open(row);
      expect(screen.getAllByText('Sample')).not.toEqual([]);
    },
  );
});
