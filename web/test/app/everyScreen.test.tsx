import { canUseFeature, TIERS } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { act, configure, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Gate } from '../../src/app/App';
import { SCREENS } from '../../src/app/screens';
import { PAGE_TABLE, SCREEN_TABLE } from '../../src/app/screenTable';
import { session, storeUser } from '../../src/data/auth/currentSession';
import { withDatabase } from '../../src/data/storage/memberDatabase';
import { guest, member } from '../support/member';
import { renderAt } from '../support/render';

vi.unmock('../../src/data/auth/idTokens');

configure({ asyncUtilTimeout: 20_000 });

const ADDRESSES: readonly string[] = [...PAGE_TABLE, ...SCREEN_TABLE].map(({ path }) => path);

const fetchMock = vi.fn(() => Promise.reject(new TypeError('No connection')));

const PEOPLE: Record<(typeof TIERS)[number], User> = {
  guest: guest(),
  starter: member(),
  essential: member({ tier: 'essential' }),
};

const EVERY = SCREENS.flatMap((row) =>
  TIERS.map((tier) => ({
    row,
    tier,
    path: row.path,
    open: canUseFeature(row.feature, PEOPLE[tier]),
  })),
);

const OFFLINE = EVERY.filter(({ row }) => row.offline === 'whole');

/**
 * Opens a screen with a token; without one, no call would reach the network.
 * @returns the member's id
 */
const open = (row: (typeof SCREENS)[number], user: User): string => {
  vi.stubGlobal('fetch', fetchMock);
  const id = `every-${row.path}-${user.tier}`;
  const issued = { uid: id, idToken: 'token', refreshToken: 'renews', lifetimeMs: 3_600_000 };
  localStorage.setItem('quantalgo.tokens', JSON.stringify({ ...issued, issuedAt: Date.now() }));
  act(() => storeUser({ ...user, id }));
  renderAt(row.path, <Gate screen={row} />);
  return id;
};

/** One read may trigger another, at most this many times. */
const ROUNDS = 5;

/** Waits for the screen's pending reads: a write transaction starts only after earlier readers have finished. */
async function settle(uid: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    await act(async () => {
      await withDatabase(uid, (database) =>
        database.transaction('rw', database.tables, () => database.meta.count()),
      );
      await new Promise<void>((done) => setTimeout(done));
    });
}

afterEach(() => {
  localStorage.removeItem('quantalgo.tokens');
  act(() => session.set({ status: 'logged-out', reason: null }));
  vi.unstubAllGlobals();
  fetchMock.mockClear();
});

describe('screens that work without the server', { timeout: 30_000 }, () => {
  it.each(OFFLINE)('$path opens for a $tier member by its link, offline', async ({ row, tier }) => {
    const uid = open(row, PEOPLE[tier]);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading).toHaveTextContent(row.title);
    await settle(uid);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('does call the server on the Platinum Stream, as a control', async () => {
    const asking = EVERY.find(({ path, open: isOpen }) => isOpen && path === PATHS.platinumStream);
    if (!asking) throw new Error('Nobody may see it');
    const uid = open(asking.row, PEOPLE[asking.tier]);
    await screen.findByRole('heading', { level: 1 });
    await settle(uid);
    expect(fetchMock).toHaveBeenCalled();
  });
});

describe('locked screens', { timeout: 30_000 }, () => {
  it.each(EVERY.filter((one) => !one.open))(
    '$path shows a $tier member an inert teaser and a link to account setup',
    async ({ row, tier }) => {
      open(row, PEOPLE[tier]);
      const heading = { level: 2, name: /^Unlock with / };
      expect(await screen.findByRole('heading', heading)).toBeVisible();
      expect(screen.getByText('Sample', { ignore: '[inert] *' })).toBeInTheDocument();
      const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
      expect(links).toEqual([
        'Set up my account',
        'Compare tiers',
        'Contact support (opens in a new tab)',
      ]);
      const setUp = screen.getByRole('link', { name: 'Set up my account' });
      expect(ADDRESSES).toContain(setUp.getAttribute('href'));
      expect(screen.queryByRole('button')).not.toBeInTheDocument();
      expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
      const preview = document.querySelector('[inert]');
      expect(preview).toHaveAttribute('aria-hidden', 'true');
      await waitFor(() => expect(preview?.textContent.length).toBeGreaterThan(100));
      for (const own of ['Ada', 'Obi', 'ada@quantalgo.test', 'QA-2MX8P'])
        expect(preview).not.toHaveTextContent(own);
    },
  );
});
