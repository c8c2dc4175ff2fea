import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../../src/data/outbox/database';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { useSettings } from '../../../src/data/settings/settings';
import { Country } from '../../../src/screens/settings/Country';
import { aUser } from '../../support/aUser';
import { loggedInAs } from '../../support/render';

const ada = aUser({ country: 'Kenya' });

function Hub() {
  const settings = useSettings(ada);
  return settings && <Country member={ada} country={settings.country} />;
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  loggedInAs(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
});

describe('country setting', () => {
  it('starts with the sign-up country and queues a change', async () => {
    render(<Hub />);
    const field = await screen.findByRole('combobox', { name: 'Country' });
    expect(field).toHaveValue('Kenya');
    await userEvent.selectOptions(field, 'United Kingdom');
    await waitFor(() => expect(field).toHaveValue('United Kingdom'));
    expect(await readOutboxItems(ada.id)).toMatchObject([
      { content: { body: { country: 'United Kingdom', saw: { country: 'Kenya' } } } },
    ]);
  });

  it('shows the restrictions of the chosen country', async () => {
    render(<Hub />);
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Country' }),
      'United Kingdom',
    );
    expect(await screen.findByText(/^United Kingdom: /)).toBeVisible();
  });
});
