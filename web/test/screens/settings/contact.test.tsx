import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSettings, useSettings } from '../../../src/data/settings/settings';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { Contact } from '../../../src/screens/settings/Contact';
import { aUser } from '../../support/aUser';
import { loggedInAs } from '../../support/render';

const ada = { ...aUser(), phone: '+234 801 234 5678', country: 'Nigeria', telegram: null };

function Hub() {
  const settings = useSettings(ada);
  return settings && <Contact member={ada} settings={settings} />;
}

const input = (name: RegExp) => screen.getByRole('textbox', { name });
const type = (name: RegExp, value: string) => fireEvent.change(input(name), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save contact details' }));
const readPending = async () => (await readOutboxItems(ada.id)).map(({ content }) => content);

beforeEach(() => {
  vi.useRealTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  loggedInAs(ada);
});

describe('contact details', () => {
  it('shows the current details and queues a change with the values seen', async () => {
    render(<Hub />);
    expect(await screen.findByRole('textbox', { name: /^Phone/ })).toHaveValue('+234 801 234 5678');
    expect(screen.getByRole('button', { name: 'Save contact details' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    type(/^Phone/, '12');
    save();
    expect(await screen.findByText('Phone number is invalid')).toBeInTheDocument();
    expect(await readPending()).toEqual([]);
    type(/^Phone/, '+234 802 345 6789');
    type(/^Telegram/, ' @ada ');
    save();
    await waitFor(async () =>
      expect(await readPending()).toEqual([
        {
          kind: 'settings',
          body: {
            phone: '+234 802 345 6789',
            telegram: '@ada',
            saw: { phone: '+234 801 234 5678', telegram: '' },
          },
        },
      ]),
    );
    expect(input(/^Telegram/)).toHaveValue('@ada');
  });

  it('formats the phone number for the country pending in the outbox', async () => {
    await changeSettings(ada, { country: 'Ghana' }, { country: 'Nigeria' });
    render(<Hub />);
    await screen.findByRole('textbox', { name: /^Phone/ });
    type(/^Phone/, '024 123 4567');
    save();
    await waitFor(async () =>
      expect(JSON.stringify(await readPending())).toMatch(/"phone":"[^"]*24 123 4567"/),
    );
  });
});
