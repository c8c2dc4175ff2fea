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

/** Where an unlocked member still meets made-up content: tagged, and with the reason here. */
const STILL: Readonly<Record<string, string>> = {
  [PATHS.essentialRoom]: 'its signal cards are the specified examples',
};

afterEach(() => {
  act(() => {
    session.set({ status: 'signed-out', reason: null });
    lastContact.set(null);
  });
  vi.unstubAllGlobals();
});

/** Time (ms) in which a screen reads its database; it has no server. */
const READS_MS = 300;

const open = async (row: (typeof SCREENS)[number]) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  act(() => {
    storeUser(member({ tier: 'essential', id: `no-samples-${row.path}` }));
    lastContact.set(Date.now());
  });
  renderAt(row.path, <Gate screen={row} />);
  await screen.findByRole('heading', { level: 1 });
  await act(() => new Promise((resolve) => setTimeout(resolve, READS_MS)));
};

describe('an essential member', { timeout: 60_000 }, () => {
  it.each(SCREENS.filter(({ path }) => !(path in STILL)))(
    'meets nothing that is tagged as a sample at $path',
    async (row) => {
      await open(row);
      expect(screen.queryAllByText('Sample')).toEqual([]);
      expect(screen.queryAllByText(/^Made-up|^Simulated|sample figure/)).toEqual([]);
    },
  );

  it.each(SCREENS.filter(({ path }) => path === PATHS.essentialRoom))(
    'finds the specified cards at $path tagged',
    async (row) => {
      await open(row);
      expect(screen.getAllByText('Sample')).not.toEqual([]);
    },
  );
});
