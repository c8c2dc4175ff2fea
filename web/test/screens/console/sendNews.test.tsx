import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SendNews } from '../../../src/screens/console/SendNews';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

afterEach(leaveTheConsole);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function write() {
  await userEvent.type(screen.getByLabelText('Title'), ' A new course ');
  await userEvent.type(screen.getByLabelText('Text'), 'It opens on Monday.');
  await userEvent.click(screen.getByRole('radio', { name: 'Guests' }));
}

describe('sending news', () => {
  it('asks for confirmation and sends the news once', async () => {
    const made = atTheConsole({ 'POST /api/admin/news': () => ({}) });
    renderAt('/', <SendNews />);
    await write();
    await press('Send');
    expect(
      screen.getByText(/“A new course” will be sent to all guests who turned on news\./),
    ).toBeVisible();
    expect(made).toEqual([]);
    await press('Send it');
    expect(await screen.findByText('The news is being sent.')).toBeVisible();
    expect(made).toMatchObject([
      {
        line: 'POST /api/admin/news',
        body: {
          title: 'A new course',
          text: 'It opens on Monday.',
          to: '/dashboard',
          audience: 'guests',
        },
      },
    ]);
    expect(made[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('keeps text typed while the news is being sent', async () => {
    atTheConsole({
      'POST /api/admin/news': () => {
        fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Another' } });
        return {};
      },
    });
    renderAt('/', <SendNews />);
    await write();
    await press('Send');
    await press('Send it');
    expect(await screen.findByText('The news is being sent.')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Another');
  });

  it('validates the fields before asking for confirmation', async () => {
    atTheConsole({});
    renderAt('/', <SendNews />);
    await userEvent.type(screen.getByLabelText(/^Link/), 'https://elsewhere.example');
    await press('Send');
    expect(screen.getByText('Please enter a title')).toBeVisible();
    expect(screen.getByText('Please enter the text')).toBeVisible();
    expect(screen.getByText(/^Please enter a path on this site/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send it' })).toBeNull();
  });

  it('keeps the text and the idempotency key after a refusal', async () => {
    const made = atTheConsole({
      'POST /api/admin/news': () => new Refused(409, 'Three announcements have been sent today.'),
    });
    renderAt('/', <SendNews />);
    await write();
    await press('Send');
    await press('Send it');
    expect(await screen.findByText('Three announcements have been sent today.')).toBeVisible();
    await press('Send it');
    expect(new Set(made.map(({ key }) => key)).size).toBe(1);
    expect(screen.getByLabelText('Title')).toHaveValue(' A new course ');
  });
});
