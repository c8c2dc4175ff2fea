import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserCard } from '../../src/app/shell/UserCard';
import { session } from '../../src/data/auth/currentSession';
import type { OutboxDatabase } from '../../src/data/database/tables';
import { writeEntries } from '../../src/data/journal/write';
import { openedOutbox, openOutbox } from '../../src/data/outbox/database';
import { readUnsentItems } from '../../src/data/outbox/outbox';
import { changeBot } from '../../src/data/bots/bots';
import { addItem } from '../data/outbox/addItem';
import { anItem } from '../data/outbox/anItem';
import { member } from '../support/member';
import { loggedInAs } from '../support/render';

const ada = member({ id: 'leaves-with-unsent' });

beforeEach(() => loggedInAs(ada));
afterEach(() => loggedInAs(null));

const write = (id: string) => ({ id, change: { note: 'calm' }, saw: {}, settled: [] });

it('asks for confirmation and lists unsent journal entries and bot changes', async () => {
  await writeEntries(ada.id, [write('20261120T1405Z')]);
  await writeEntries(ada.id, [write('20261120T1410Z'), write('20261120T1415Z')]);
  await changeBot(ada.id, crypto.randomUUID(), {
    base: null,
    configuration: createConfiguration(0),
  });
  render(<UserCard member={ada} />);
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A journal entry',
    '2 journal entries',
    'Your change to a paper bot',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }));
  expect((await readUnsentItems(ada.id)).items).toHaveLength(3);
});

it.each([
  [
    'can’t be read',
    ({ items }: OutboxDatabase) =>
      vi.spyOn(items, 'where').mockImplementation(() => {
        throw new Error('No access');
      }),
  ],
  [
    'may be in a database that didn’t open',
    (database: OutboxDatabase) => openedOutbox.set({ database, isPersisted: false }),
  ],
])('asks for confirmation if unsent changes %s', async (_, arrange) => {
  const stored = (await openOutbox()).database;
  await stored.items.clear();
  arrange(stored);
  render(<UserCard member={ada} />);
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out' }));
  expect(dialog.getByRole('heading')).toHaveTextContent('Unsent changes can’t be read');
  expect(dialog.getByText(/may hold changes that can’t be read/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }));
  expect(session.get().status).toBe('logged-in');
  vi.restoreAllMocks();
  openedOutbox.set({ database: stored, isPersisted: true });
});

it.each([
  ['😀 Adaobi Obi', '😀'],
  ['\u200Fمحمد علي', 'م'],
  ['ßen', 'ß'],
  ['ada', 'A'],
])('shows the initial of %s as %s', (fullName, letter) => {
  const { container } = render(<UserCard member={member({ id: 'initials', fullName })} />);
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe(letter);
});

it('asks before it deletes a refused ticket, but not a refused bot', async () => {
  const { database } = await openOutbox();
  await database.items.clear();
  const refused = { ...anItem(), uid: ada.id, state: 'refused', reason: 'Too long' } as const;
  const change = { base: null, configuration: createConfiguration(0) };
  const bot = { kind: 'bot', botId: crypto.randomUUID(), change } as const;
  const texts = { subject: 'Login fails', message: 'It says no' };
  const body = { ...texts, category: 'technical', priority: 'low' } as const;
  await addItem({ ...refused, id: crypto.randomUUID(), content: bot });
  await addItem({ ...refused, id: crypto.randomUUID(), content: { kind: 'ticket', body } });
  render(<UserCard member={ada} />);
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your ticket “Login fails”',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }));
  await database.items.clear();
});
