import { type PinBoard, MAX_NOTE_LENGTH } from '@quantalgo/contracts/chat/pinnedNotes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PinnedNotes } from '../../../src/screens/console/PinnedNotes';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, type Made, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const at = '2026-11-20T08:00:00.000Z';

const createBoard = (...texts: string[]): PinBoard => ({
  notes: texts.map((text, index) => ({
    id: `11111111-1111-4111-8111-11111111111${index}`,
    text,
    pinnedAt: at,
    editedAt: null,
  })),
  changedAt: at,
});

const LIST = 'GET /api/admin/pinned';
const CHANGE = 'POST /api/admin/pinned';

const listing = (...texts: string[]) => ({ [LIST]: () => ({ board: createBoard(...texts) }) });

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const changes = (made: readonly Made[]) => made.filter(({ line }) => line === CHANGE);

const newNote = () => screen.findByRole('textbox', { name: 'New note' });

afterEach(leaveTheConsole);

describe('pinned notes', () => {
  it('pins and shows a trimmed note', async () => {
    const made = atTheConsole({
      [LIST]: () => ({ board: null }),
      [CHANGE]: () => ({ board: createBoard('No session today') }),
    });
    renderAt('/', <PinnedNotes />);
    expect(await screen.findByText('Nothing is pinned.')).toBeVisible();
    await userEvent.type(await newNote(), ' No session today ');
    await press('Pin it');
    expect(await screen.findByText('No session today')).toBeVisible();
    expect(changes(made)).toMatchObject([{ body: { action: 'pin', text: 'No session today' } }]);
    expect(await newNote()).toHaveValue('');
  });

  it('retries the same text with the same key and changed text with a new one', async () => {
    const made = atTheConsole({
      ...listing(),
      [CHANGE]: () => new Refused(500, 'Failed to change the pinned notes'),
    });
    renderAt('/', <PinnedNotes />);
    await userEvent.type(await newNote(), 'Once');
    await press('Pin it');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to change');
    expect(await newNote()).toHaveValue('Once');
    await press('Pin it');
    await waitFor(() => expect(changes(made)).toHaveLength(2));
    await userEvent.type(await newNote(), ' more');
    await press('Pin it');
    await waitFor(() => expect(changes(made)).toHaveLength(3));
    const [first, second, third] = changes(made).map(({ key }) => key);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('rejects empty and overlong text before sending', async () => {
    const made = atTheConsole(listing());
    renderAt('/', <PinnedNotes />);
    const field = await newNote();
    await press('Pin it');
    expect(await screen.findByText('Write something first')).toBeVisible();
    await userEvent.click(field);
    await userEvent.paste('x'.repeat(MAX_NOTE_LENGTH + 1));
    await press('Pin it');
    expect(await screen.findByText(/can have at most 500 characters/)).toBeVisible();
    expect(changes(made)).toEqual([]);
  });

  it('edits a note in place and takes it down', async () => {
    const [note] = createBoard('Before').notes;
    const made = atTheConsole({
      ...listing('Before'),
      [CHANGE]: ({ body }) =>
        JSON.stringify(body).includes('unpin')
          ? { board: createBoard() }
          : { board: createBoard('After') },
    });
    renderAt('/', <PinnedNotes />);
    await screen.findByText('Before');
    await press('Edit');
    const field = screen.getByRole('textbox', { name: 'Note' });
    expect(field).toHaveValue('Before');
    await userEvent.clear(field);
    await userEvent.type(field, 'After');
    await press('Save');
    expect(await screen.findByText('After')).toBeVisible();
    await press('Unpin');
    expect(await screen.findByText('Nothing is pinned.')).toBeVisible();
    expect(changes(made).map(({ body }) => body)).toEqual([
      { action: 'edit', id: note?.id, text: 'After' },
      { action: 'unpin', id: note?.id },
    ]);
  });

  it('offers no field once three notes are pinned', async () => {
    atTheConsole(listing('One', 'Two', 'Three'));
    renderAt('/', <PinnedNotes />);
    expect(await screen.findByText(/which is the limit/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
