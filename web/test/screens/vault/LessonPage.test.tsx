import type { User } from '@quantalgo/contracts/account/member';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft } from '../../../src/data/core/webStorage';
import { writeLearning } from '../../../src/data/vault/learning';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import LessonPage from '../../../src/screens/vault/LessonPage';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';
import { keepCourses } from './vault';

configure({ asyncUtilTimeout: 15_000 });

let ada: User;
let count = 0;

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  ada = member({ id: `lesson-${++count}` });
  loggedInAs(ada);
  await keepCourses(ada.id);
});
afterEach(() => vi.unstubAllGlobals());

const show = (id: string) =>
  renderAt(
    `/dashboard/mentorship/${id}`,
    <Routes>
      <Route path="/dashboard/mentorship/:lesson" element={<LessonPage open />} />
    </Routes>,
  );

const writes = async () =>
  (await readOutboxItems(ada.id)).flatMap(({ content }) =>
    content.kind === 'learning' ? [content.write] : [],
  );

describe('lesson', { timeout: 60_000 }, () => {
  it('opens by its link with its place in the course', async () => {
    show('first');
    expect(await screen.findByRole('heading', { level: 1, name: 'Lesson first' })).toBeVisible();
    expect(screen.getByText('How digital options pay, lesson 1 of 3, 3 min')).toBeVisible();
    expect(screen.getByText('payout')).toHaveRole('strong');
    expect(screen.getByRole('heading', { level: 2, name: 'What follows' })).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('explains why an answer is wrong or right', async () => {
    show('first');
    const question = within(await screen.findByRole('group', { name: 'What do you earn?' }));
    const less = question.getByRole('radio', { name: 'Less' });
    await userEvent.click(less);
    // Checked at once, before the answer is stored.
    expect(less).toBeChecked();
    expect(await screen.findByText('The size of the move changes nothing.')).toBeVisible();
    expect(screen.getByText('Not quite.')).toBeVisible();
    await userEvent.click(question.getByRole('radio', { name: 'The payout' }));
    expect(await screen.findByText('It is fixed at the entry.')).toBeVisible();
    expect(await writes()).toMatchObject([
      { lesson: 'first', answer: { question: 0, choice: 0 } },
      { lesson: 'first', answer: { question: 0, choice: 1 } },
    ]);
  });

  it('can be finished offline and links to the next one', async () => {
    show('first');
    await userEvent.click(await screen.findByRole('button', { name: 'Finish lesson' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Next: Lesson second' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Lesson second' })).toBeVisible();
    expect(await writes()).toMatchObject([{ lesson: 'first', done: true }]);
  });

  it('keeps a conflicting note from another device until it is resolved', async () => {
    show('first');
    const field = await screen.findByLabelText(/^Your note/, { selector: 'textarea' });
    await userEvent.type(field, 'Ask for the payout');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    await act(() =>
      writeLearning(ada.id, {
        lesson: 'first',
        day: '2026-11-20',
        note: { text: 'From the desk', saw: '' },
      }),
    );
    expect(await screen.findByText(/Saved on another device/)).toHaveTextContent(
      'Ask for the payout',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Add to my note' }));
    await waitFor(() => expect(field).toHaveValue('From the desk\nAsk for the payout'));
    expect(screen.queryByText(/Saved on another device/)).not.toBeInTheDocument();
  });

  it('keeps text typed while another device’s note is being resolved', async () => {
    const note = (text: string, saw: string) =>
      act(() => writeLearning(ada.id, { lesson: 'first', day: '2026-11-20', note: { text, saw } }));
    await note('First', '');
    await note('Second', '');
    await note('Third', 'Second');
    await note('Fourth', '');
    const { unmount } = show('first');
    const field = await screen.findByLabelText(/^Your note/, { selector: 'textarea' });
    await userEvent.type(field, ' and more');
    const [first, third] = screen.getAllByText(/Saved on another device/);
    expect(first).toHaveTextContent('First');
    expect(third).toHaveTextContent('Third');
    await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] ?? field);
    await waitFor(() => expect(screen.queryByText(/“First”/)).toBeNull());
    expect(field).toHaveValue('Fourth and more');
    unmount();
    show('first');
    const again = await screen.findByLabelText(/^Your note/, { selector: 'textarea' });
    expect(again).toHaveValue('Fourth and more');
    await userEvent.click(screen.getByRole('button', { name: 'Add to my note' }));
    await waitFor(() => expect(again).toHaveValue('Fourth and more\nThird'));
    expect(screen.queryByText(/Saved on another device/)).toBeNull();
  });

  it('keeps text typed while the note is being stored', async () => {
    show('first');
    const field = await screen.findByLabelText(/^Your note/, { selector: 'textarea' });
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
    type('Ask first');
    save();
    type('Ask first, then fund');
    const note = { text: 'Ask first, then fund', saw: 'Ask first' };
    await waitFor(() => expect(readDraft('lesson-first')).toEqual(note));
    expect(field).toHaveValue('Ask first, then fund');
    save();
    expect(await screen.findByText('Saved')).toBeVisible();
    expect((await writes()).at(-1)).toMatchObject({ note });
    expect(screen.queryByText(/Saved on another device/)).toBeNull();
  });

  it('keeps a note that arrives from another device while typing', async () => {
    show('first');
    const field = await screen.findByLabelText(/^Your note/, { selector: 'textarea' });
    await userEvent.type(field, 'Ask for the payout');
    await act(() =>
      writeLearning(ada.id, {
        lesson: 'first',
        day: '2026-11-20',
        note: { text: 'From the desk', saw: '' },
      }),
    );
    await waitFor(async () => expect(await writes()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText(/Saved on another device/)).toHaveTextContent('From the desk');
    expect(field).toHaveValue('Ask for the payout');
    expect((await writes()).at(-1)).toMatchObject({
      note: { text: 'Ask for the payout', saw: '' },
    });
  });

  it('calculates with the reader’s own figures without sending them', async () => {
    show('first');
    const ruin = within(await screen.findByRole('region', { name: 'How long a balance lasts' }));
    expect(ruin.getByText('All levels lost').parentElement).toHaveTextContent('$18.69');
    const balance = ruin.getByLabelText('Balance, $');
    await userEvent.clear(balance);
    expect(await ruin.findByText('Enter an amount from $0.01 to $1,000,000')).toBeVisible();
    await userEvent.type(balance, '1,000');
    expect(await ruin.findByText('Is this 1000 or 1? Write 1000 or 1.00.')).toBeVisible();
    await userEvent.clear(balance);
    await userEvent.type(balance, '10,00');
    await waitFor(() =>
      expect(ruin.getByText('All levels lost').parentElement).toHaveTextContent(
        '186.9% of the balance',
      ),
    );
    expect(await writes()).toEqual([]);
  });

  it('shows no rate for a record with too few signals', async () => {
    const { unmount } = show('second');
    expect(await screen.findByText(/0 settled signals so far/)).toBeVisible();
    unmount();
    show('third');
    expect(await screen.findByText(/0 settled signals so far. It takes 300/)).toBeVisible();
  });

  it('shows an error for an unknown lesson', async () => {
    show('nonsense');
    const name = 'That lesson doesn’t exist';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Mentorship Vault' })).toBeVisible();
  });
});
