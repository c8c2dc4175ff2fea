import type { User } from '@quantalgo/contracts/account/member';
import { slotId } from '@quantalgo/contracts/core/slots';
import type { Ticket } from '@quantalgo/contracts/tickets/ticket';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTicket } from '../../../src/data/tickets/tickets';
import { openOutbox } from '../../../src/data/outbox/database';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Support from '../../../src/screens/tickets/Support';
import { addItem } from '../../data/outbox/addItem';
import { anItem } from '../../data/outbox/anItem';
import { SLOT } from '../../support/aSignal';
import { fillDevice } from '../../support/fullDevice';
import { member } from '../../support/member';

configure({ asyncUtilTimeout: 5000 });

const REASON = 'You have opened ten tickets today. Please write in one of them.';
const BODY = {
  category: 'signals',
  subject: 'Other price',
  message: 'My broker showed less.',
  priority: 'high',
  signal: { id: slotId(SLOT), entrySeen: 1.0851, exitSeen: null },
} as const;

let ada: User;
let count = 0;

beforeEach(() => {
  ada = member({ id: `desk-${++count}` });
  act(() => storeUser(ada));
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});

afterEach(async () => {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
  act(() => clearUser('logged-out'));
});

const open = (path = '/') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Support />
    </MemoryRouter>,
  );

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const AT = '2026-11-20T12:00:00.000Z';

const ANSWERED: Ticket = {
  id: '11111111-1111-4111-8111-111111111111',
  category: 'billing',
  priority: 'low',
  subject: 'A question',
  state: 'answered',
  messages: [{ id: 'm1', from: 'staff', text: 'It is on its way.', at: AT }],
  signal: null,
  createdAt: AT,
  updatedAt: AT,
};

const kinds = async () => (await readOutboxItems(ada.id)).map(({ content }) => content.kind);

describe('ticket', { timeout: 20_000 }, () => {
  beforeEach(() => withDatabase(ada.id, (database) => storeTicket(database, ANSWERED)));

  it('is closed after a pending reply and keeps text typed in the meantime', async () => {
    open();
    const field = await screen.findByLabelText('Your reply');
    type('Your reply', 'Thank you');
    press('Send reply');
    press('Close ticket');
    type('Your reply', 'Thank you very much');
    await waitFor(async () => expect(await kinds()).toEqual(['reply', 'close']));
    expect(field).toHaveValue('Thank you very much');
  });

  it('offers each priority once with medium preselected', async () => {
    open();
    const priority = await screen.findByRole('combobox', { name: /^Priority/ });
    const options = within(priority)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(options).toEqual(['Low', 'Medium', 'High', 'Urgent']);
    expect(priority).toHaveDisplayValue('Medium');
  });

  it('keeps text typed while it is being stored', async () => {
    open();
    type('Category', 'billing');
    type('Subject', 'A receipt');
    type('Message', 'Please send me one.');
    press('Send ticket');
    type('Subject', 'Another receipt');
    await waitFor(async () => expect(await kinds()).toEqual(['ticket']));
    expect(await screen.findByText('A receipt')).toBeInTheDocument();
    expect(screen.getByLabelText('Subject')).toHaveValue('Another receipt');
  });

  it('is replied to and closed once on double presses', async () => {
    open();
    const field = await screen.findByLabelText('Your reply');
    type('Your reply', 'Thank you');
    press('Send reply');
    press('Send reply');
    await waitFor(() => expect(field).toHaveValue(''));
    expect(await kinds()).toEqual(['reply']);
    press('Close ticket');
    press('Close ticket');
    await waitFor(async () => expect(await kinds()).toContain('close'));
    expect(await kinds()).toEqual(['reply', 'close']);
  });
});

describe('ticket about a signal', { timeout: 20_000 }, () => {
  it('starts with the signal in the link and requires a broker price', async () => {
    open(`/?signal=${slotId(SLOT)}`);
    expect(await screen.findByText('20 Nov 2026, 15:05 WAT')).toBeInTheDocument();
    expect(screen.getByLabelText('Category')).toHaveValue('signals');
    type('Subject', BODY.subject);
    type('Message', BODY.message);
    press('Send ticket');
    expect(screen.getByLabelText('Entry price you saw')).toBeInvalid();
    expect(screen.getByLabelText('Entry price you saw')).toHaveFocus();
    type('Entry price you saw', '1,0851');
    press('Send ticket');
    await waitFor(async () => {
      const [item] = await readOutboxItems(ada.id);
      expect(item?.content).toMatchObject({ kind: 'ticket', body: { signal: BODY.signal } });
    });
    expect(screen.getByLabelText('Subject')).toHaveValue('');
  });

  it('has no signal if it was removed or the link is invalid', async () => {
    open(`/?signal=${slotId(SLOT)}`);
    press('Remove signal');
    expect(screen.queryByLabelText('Entry price you saw')).not.toBeInTheDocument();
    open('/?signal=yesterday');
    expect(screen.queryByLabelText('Entry price you saw')).not.toBeInTheDocument();
    await screen.findAllByText('Support Desk');
  });
});

describe('refused ticket', { timeout: 20_000 }, () => {
  beforeEach(async () => {
    const content = { kind: 'ticket', body: BODY } as const;
    await addItem({ ...anItem(), uid: ada.id, content, state: 'refused', reason: REASON });
    open();
    expect(await screen.findByText(REASON)).toBeInTheDocument();
  });

  it('is queued again on retry', async () => {
    press('Try again');
    await waitFor(async () =>
      expect(await readOutboxItems(ada.id)).toMatchObject([{ state: 'waiting', reason: null }]),
    );
    await waitFor(() => expect(screen.queryByText(REASON)).not.toBeInTheDocument());
  });

  it('is moved back into the form for editing, with the broker prices', async () => {
    press('Edit');
    expect(screen.getByLabelText('Subject')).toHaveValue(BODY.subject);
    expect(screen.getByLabelText('Message')).toHaveValue(BODY.message);
    expect(screen.getByLabelText(/^Priority/)).toHaveValue('high');
    expect(screen.getByLabelText('Entry price you saw')).toHaveValue('1.0851');
    await waitFor(async () => expect(await readOutboxItems(ada.id)).toEqual([]));
  });

  it('can’t be edited while the form holds another ticket', () => {
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Another' } });
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('is removed when discarded', async () => {
    press('Discard');
    await waitFor(async () => expect(await readOutboxItems(ada.id)).toEqual([]));
    await waitFor(() => expect(screen.queryByText(BODY.subject)).not.toBeInTheDocument());
  });

  it.each(['Try again', 'Discard', 'Edit'])(
    'stays and shows an error if “%s” fails',
    async (name) => {
      await fillDevice();
      press(name);
      expect(await screen.findByText(/^This device is out of storage/)).toBeInTheDocument();
      expect(screen.getByText(REASON)).toBeInTheDocument();
    },
  );
});
