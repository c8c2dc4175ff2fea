import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EvictionNotice } from '../../src/app/shell/Notices';
import { clearUser, storeUser } from '../../src/data/auth/currentSession';
import { withDatabase } from '../../src/data/storage/memberDatabase';
import { aUser } from '../support/aUser';

const ada = aUser({ id: 'ada-of-the-notice' });

afterEach(() => clearUser('logged-out'));

describe('EvictionNotice', () => {
  it('names the date of the oldest stored signal until it is dismissed', async () => {
    storeUser(ada);
    await withDatabase(ada.id, ({ meta }) =>
      meta.put({ id: 'evicted', before: '20261003', at: 0 }),
    );
    render(<EvictionNotice />);
    expect(await screen.findByRole('status')).toHaveTextContent(
      'this device keeps only your signals since 3 Oct 2026',
    );
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await vi.waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
    expect(await withDatabase(ada.id, ({ meta }) => meta.get('evicted'))).toBeUndefined();
  });
});
