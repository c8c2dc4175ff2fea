import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutboxNotice } from '../../src/app/shell/OutboxNotice';
import { openOutbox } from '../../src/data/outbox/database';
import type { OutboxItem } from '../../src/data/outbox/item';
import { senderFault } from '../../src/data/outbox/notice';
import { enqueueItem, readOutboxItems, storeItem } from '../../src/data/outbox/outbox';
import { clearUser, storeUser } from '../../src/data/auth/currentSession';
import { aUser } from '../support/aUser';
import { fillDevice } from '../support/fullDevice';

const ada = aUser();
const RENAMED = { kind: 'settings', body: { fullName: 'Ada Obi' } } as const;
const WEEK = 7 * 86_400_000;

beforeEach(() => storeUser(ada));
afterEach(async () => {
  vi.restoreAllMocks();
  senderFault.set(null);
  await (await openOutbox()).database.items.clear();
  clearUser('logged-out');
});

/** Queues a pending change of name with these fields. */
async function queueItem(changes: Partial<OutboxItem>) {
  const { id } = await enqueueItem(ada.id, RENAMED);
  const [item] = await readOutboxItems(ada.id);
  if (item) await storeItem({ ...item, ...changes });
  return id;
}

describe('OutboxNotice', () => {
  it('shows nothing while an item is pending normally', async () => {
    await enqueueItem(ada.id, RENAMED);
    const { container } = render(<OutboxNotice uid={ada.id} />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(container).toBeEmptyDOMElement();
  });

  it.each([
    ['Send anyway', 1],
    ['Discard', 0],
  ])('asks after a week if the item should still be sent: “%s”', async (answer, left) => {
    await queueItem({ createdAt: Date.now() - WEEK - 120_000 });
    render(<OutboxNotice uid={ada.id} />);
    expect(await screen.findByText(/Do you still want to send it\?/)).toBeVisible();
    expect(screen.getByText('Your changes in Account Hub')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByText(/Do you still want to send it/)).toBeNull());
    expect(await readOutboxItems(ada.id)).toHaveLength(left);
  });

  it.each(['Send anyway', 'Discard'])(
    'stays and reports the full device if “%s” fails',
    async (answer) => {
      await queueItem({ createdAt: Date.now() - WEEK - 120_000 });
      render(<OutboxNotice uid={ada.id} />);
      const button = await screen.findByRole('button', { name: answer });
      await fillDevice();
      await userEvent.click(button);
      expect(await screen.findByText(/^This device is out of storage/)).toBeVisible();
      expect(screen.getByText(/Do you still want to send it\?/)).toBeVisible();
    },
  );

  it('offers to discard an item written by another version of the app', async () => {
    const { database } = await openOutbox();
    const row = { id: 'x', uid: ada.id, content: { kind: 'of a later version' }, seq: 1 };
    await database.items.put(row);
    render(<OutboxNotice uid={ada.id} />);
    expect(await screen.findByText(/^An item saved by another version of the app/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await database.items.count()).toBe(0));
  });

  it('shows the error if this version of the app can’t send an item', async () => {
    await queueItem({ fault: 'TypeError: any is not a function', attempts: 1 });
    render(<OutboxNotice uid={ada.id} />);
    expect(await screen.findByText(/could not be sent by this version of the app/)).toBeVisible();
    expect(screen.getByText('TypeError: any is not a function')).toBeVisible();
  });

  it.each([
    ['Keep it', 1],
    ['Delete it', 0],
  ])('mentions another member’s items without their content: “%s”', async (answer, left) => {
    await enqueueItem('uid-of-ben', { ...RENAMED, body: { fullName: 'Ben Secret' } });
    render(<OutboxNotice uid={ada.id} />);
    expect(await screen.findByText(/^Another member used this device/)).toBeVisible();
    expect(screen.queryByText(/Ben/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByText(/^Another member/)).toBeNull());
    expect(await readOutboxItems('uid-of-ben')).toHaveLength(left);
  });
});
