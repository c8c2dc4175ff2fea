import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../../src/data/outbox/database';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { useSettings } from '../../../src/data/settings/settings';
import { Country } from '../../../src/screens/settings/Country';
import { aUser } from '../../support/aUser';
import { signedInAs } from '../../support/render';

const ada = aUser({ country: 'Kenya' });

function Hub() {
  const settings = useSettings(ada);
  return settings && <Country member={ada} country={settings.country} />;
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  signedInAs(ada);
});
afterEach(async () => {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
});

describe('the country in Account Hub', () => {
  it('is the one of the sign-up, and a choice waits to be sent', async () => {
    render(<Hub />);
    const field = await screen.findByRole('combobox', { name: 'Country' });
    expect(field).toHaveValue('Kenya');
    await userEvent.selectOptions(field, 'United Kingdom');
    await waitFor(() => expect(field).toHaveValue('United Kingdom'));
    expect(await readOutboxItems(ada.id)).toMatchObject([
      { content: { body: { country: 'United Kingdom', saw: { country: 'Kenya' } } } },
    ]);
  });

  it('says what the law of that country restricts', async () => {
    render(<Hub />);
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Country' }),
      'United Kingdom',
    );
    expect(await screen.findByText(/^United Kingdom: /)).toBeVisible();
  });
});
