import type { User } from '@quantalgo/contracts/account/member';
import { HISTORY_PAGE_SIZE } from '@quantalgo/contracts/chat/chat';
import { MAX_ROOM_POSTS, type Post } from '@quantalgo/contracts/network/post';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as chatSync from '../../../src/data/chat/sync';
import type { HistoryPage } from '../../../src/data/chat/sync';
import { storePosts } from '../../../src/data/network/rows';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { Chat } from '../../../src/screens/chat/Chat';
import { aPost } from '../../support/aPost';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

const fetchHistory = vi.hoisted(() => vi.fn<(before: number) => Promise<HistoryPage>>());
vi.mock('../../../src/data/chat/sync', async (original) => ({
  ...(await original<typeof chatSync>()),
  fetchHistory,
}));

const AT = '2026-11-20T12:00:00.000Z';

let user: User;
let count = 0;

beforeEach(() => {
  count += 1;
  user = member({ id: `chat-history-${count}`, fullName: 'Ada Obi', tier: 'essential' });
  loggedInAs(user);
});
afterEach(() => loggedInAs(null));

const message = (changes: Partial<Post> = {}): Post =>
  aPost(0, { id: '11111111-1111-4111-8111-111111111111', tier: 'essential', ...changes });

const stored = (...messages: Post[]) =>
  withDatabase(user.id, (database) => storePosts(database, messages, 'messages'));

const show = () => renderAt('/dashboard/essential-room', <Chat member={user} />);

const messages = () =>
  within(screen.getByRole('list', { name: /Messages/ })).queryAllByRole('listitem');

const minutes = Array.from({ length: MAX_ROOM_POSTS }, (_, index) => index + 1);

describe('chat history', () => {
  it('loads earlier messages page by page up to the beginning', async () => {
    await stored(message());
    const page = Array.from({ length: HISTORY_PAGE_SIZE }, (_, index) =>
      message({ id: `old-${index}`, text: `Old ${index}`, createdAt: '2026-11-19T12:00:00.000Z' }),
    );
    fetchHistory.mockRejectedValueOnce(new Error('no line'));
    fetchHistory.mockResolvedValueOnce({ messages: page, isLast: false });
    fetchHistory.mockResolvedValueOnce({ messages: [], isLast: true });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Load earlier messages' }));
    expect(
      await screen.findByText('Couldn’t load earlier messages. Check your connection.'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(messages()).toHaveLength(HISTORY_PAGE_SIZE + 1));
    await userEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }));
    expect(await screen.findByText('This is where the chat begins.')).toBeInTheDocument();
    expect(fetchHistory.mock.calls.map(([before]) => before)).toEqual([
      Date.parse(AT),
      Date.parse(AT),
      Date.parse('2026-11-19T12:00:00.000Z'),
    ]);
  });

  it('keeps all messages in view when a new one arrives after earlier ones were loaded', async () => {
    await stored(...minutes.map((minute) => aPost(minute, { tier: 'essential' })));
    fetchHistory.mockResolvedValueOnce({ messages: [], isLast: true });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Load earlier messages' }));
    expect(await screen.findByText('This is where the chat begins.')).toBeInTheDocument();
    await act(() => stored(aPost(MAX_ROOM_POSTS + 1, { tier: 'essential', text: 'The newest' })));
    expect(await screen.findByText('The newest')).toBeInTheDocument();
    expect(messages()).toHaveLength(MAX_ROOM_POSTS + 1);
  });

  const removal = {
    uid: null,
    name: '',
    text: '',
    gone: 'removed',
    reason: 'Advertising',
    updatedAt: '2026-11-20T18:00:00.000Z',
  } as const;

  const showEarlier = async (page: readonly Post[]) => {
    await stored(...minutes.map((minute) => aPost(minute, { text: `Message ${minute}` })));
    fetchHistory.mockResolvedValueOnce({ messages: page, isLast: true });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Load earlier messages' }));
    expect(await screen.findByText('This is where the chat begins.')).toBeInTheDocument();
  };

  it('removes one of them as soon as moderators do', async () => {
    await showEarlier([aPost(0, { text: 'Buy my course' })]);
    expect(screen.getByText('Buy my course')).toBeInTheDocument();
    await act(() => stored(aPost(0, removal)));
    expect(
      await screen.findByText('Moderators removed this message: Advertising.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('Buy my course')).toBeNull();
  });

  it('keeps a removed message removed once newer ones displace it', async () => {
    await showEarlier([]);
    await act(() => stored(aPost(1, removal)));
    await act(() => stored(aPost(MAX_ROOM_POSTS + 1, { text: 'The newest' })));
    expect(await screen.findByText('The newest')).toBeInTheDocument();
    expect(screen.queryByText('Message 1')).toBeNull();
    expect(screen.getByText('Moderators removed this message: Advertising.')).toBeVisible();
  });
});
