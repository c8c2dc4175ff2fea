import type { User } from '@quantalgo/contracts/account/member';
import type { Post, RoomRestrictions } from '@quantalgo/contracts/network/post';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft, writeDraft } from '../../../src/data/core/webStorage';
import { storeChatRoom } from '../../../src/data/chat/sync';
import { storeBoard } from '../../../src/data/chat/board';
import { storePosts } from '../../../src/data/network/rows';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { pruneToAudiences } from '../../../src/data/storage/signalTable';
import { Chat } from '../../../src/screens/chat/Chat';
import { aPost } from '../../support/aPost';
import { fillDevice } from '../../support/fullDevice';
import { member } from '../../support/member';
import { addRefused } from '../../support/refuse';
import { renderAt, loggedInAs } from '../../support/render';

const AT = '2026-11-20T12:00:00.000Z';

let user: User;
let count = 0;

beforeEach(() => {
  writeDraft('chat', null);
  count += 1;
  user = member({ id: `chat-${count}`, fullName: 'Ada Obi', tier: 'essential' });
  loggedInAs(user);
});
afterEach(() => {
  loggedInAs(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const message = (changes: Partial<Post> = {}): Post =>
  aPost(0, { id: '11111111-1111-4111-8111-111111111111', tier: 'essential', ...changes });

const stored = (...messages: Post[]) =>
  withDatabase(user.id, (database) => storePosts(database, messages, 'messages'));

const ME: RoomRestrictions = { mutedUntil: null, banned: false, reason: null, blocked: [] };

const storeRestrictions = (me: Partial<RoomRestrictions>) =>
  withDatabase(user.id, (database) =>
    storeChatRoom(database, {
      figures: { members: 12, messages: 40 },
      me: { ...ME, ...me },
      at: Date.parse(AT),
    }),
  );

const show = () => renderAt('/dashboard/essential-room', <Chat member={user} />);

const field = () => screen.findByRole('textbox', { name: 'Message' });

/** A ResizeObserver that reports on observe and whenever a test calls `look`. */
class ResizeObserverMock {
  static look: () => void = () => undefined;

  constructor(readonly look: () => void) {
    ResizeObserverMock.look = look;
  }

  observe() {
    this.look();
  }

  disconnect() {
    ResizeObserverMock.look = () => undefined;
  }
}

const messages = () =>
  within(screen.getByRole('list', { name: /Messages/ }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

const readActions = async () =>
  (await readOutboxItems(user.id)).map(({ content }) =>
    'action' in content ? content.action : null,
  );

describe('VIP chat', () => {
  it('shows a sent message on top as verified and clears the field', async () => {
    await stored(message());
    show();
    await userEvent.type(await field(), '  Good evening {Enter}');
    await waitFor(() => expect(messages()).toHaveLength(2));
    expect(messages()[0]).toMatch(/^Youverified.*Good eveningSending…$/);
    expect(await field()).toHaveValue('');
    await userEvent.type(await field(), 'And again');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(messages()[0]).toMatch(/And again/));
    expect(await readActions()).toEqual([
      { action: 'write', text: 'Good evening', mentions: [] },
      { action: 'write', text: 'And again', mentions: [] },
    ]);
  });

  it('does not mark a staff message as verified without paid access', async () => {
    user = member({ id: user.id, tier: 'guest', dashboardUnlocked: false, staff: true });
    show();
    await userEvent.type(await field(), 'Good evening{Enter}');
    await waitFor(() => expect(messages()[0]).toMatch(/Good evening/));
    expect(messages()[0]).not.toMatch(/verified/);
  });

  it('labels a staff message apart from a verified member’s', async () => {
    const id = '22222222-2222-4222-8222-222222222222';
    await stored(message({ staff: true }), message({ id, name: 'Kofi M.' }));
    show();
    await waitFor(() => expect(messages()).toHaveLength(2));
    const [byStaff, byMember] = messages().sort();
    expect(byStaff).toMatch(/^Bola A\.Staff.*of QuantAlgo.*verified/);
    expect(byMember).toMatch(/^Kofi M\.verified/);
    expect(byMember).not.toMatch(/staff/i);
  });

  it('restores an unstored message before the text typed since', async () => {
    show();
    const input = await field();
    const type = (value: string) => fireEvent.change(input, { target: { value } });
    await fillDevice();
    type('Good evening');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(input).toHaveValue('');
    type('Anybody here?');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Couldn’t save on this device/);
    expect(input).toHaveValue('Good evening Anybody here?');
    type('Good night');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(input).toHaveValue('Good night'));
  });

  it('restores a message that was not stored when the page closed', async () => {
    const { unmount } = show();
    const input = await field();
    const type = (value: string) => fireEvent.change(input, { target: { value } });
    type('Good evening');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    type('Anybody');
    expect(readDraft('chat')).toBe('Good evening Anybody');
    await waitFor(() => expect(messages()).toHaveLength(1));
    await waitFor(() => expect(readDraft('chat')).toBe('Anybody'));
    type('');
    expect(readDraft('chat')).toBeUndefined();
    type('Good night');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    unmount();
    show();
    expect(await field()).toHaveValue('Good night');
  });

  it('keeps the second of two equal messages in the draft until it is stored', async () => {
    show();
    const input = await field();
    const written = vi.spyOn(Storage.prototype, 'setItem');
    for (const value of ['Yes', 'Yes']) {
      fireEvent.change(input, { target: { value } });
      fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    }
    await waitFor(() => expect(readDraft('chat')).toBeUndefined());
    const drafts = written.mock.calls.map(([, draft]) => draft).filter((one) => /Yes/.test(one));
    expect(drafts.slice(-2)).toEqual([expect.stringContaining('Yes Yes'), '"Yes"']);
    written.mockRestore();
  });

  it('doesn’t call the chat empty before the server has answered', async () => {
    // Hidden tabs request nothing.
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    show();
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(screen.queryByText(/No messages yet/)).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
    await storeRestrictions({});
    expect(await screen.findByText('No messages yet. Say hello.')).toBeVisible();
  });

  it('says that the messages aren’t there yet after a failed request', async () => {
    show();
    expect(await screen.findByText(/They’ll appear once the server answers\./)).toBeVisible();
    expect(await field()).toBeVisible();
  });

  it('ignores an empty or blank message', async () => {
    await storeRestrictions({});
    show();
    expect(await screen.findByText('No messages yet. Say hello.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.type(await field(), '   {Enter}');
    expect(await readActions()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([400, 2500])(
    'keeps a pasted message of %d characters and says why not to send it',
    async (length) => {
      show();
      await userEvent.click(await field());
      await userEvent.paste('x'.repeat(length));
      expect(await field()).toHaveValue('x'.repeat(length));
      expect(await field()).toBeInvalid();
      expect(screen.getByText(/^[\d,]+ of 280 characters$/)).toHaveTextContent(
        length === 400 ? '400' : '2,500',
      );
      await userEvent.click(screen.getByRole('button', { name: 'Send' }));
      expect(screen.getByRole('alert')).toHaveTextContent(
        'A message can have at most 280 characters',
      );
      expect(await readActions()).toEqual([]);
    },
  );

  it('mentions a member by uid when their name is pressed', async () => {
    await stored(message());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Mention Bola A.' }));
    expect(await field()).toHaveValue('@Bola A. ');
    expect(await field()).toHaveFocus();
    await userEvent.type(await field(), 'here too{Enter}');
    await waitFor(async () =>
      expect(await readActions()).toEqual([
        { action: 'write', text: '@Bola A. here too', mentions: ['bola'] },
      ]),
    );
  });

  it('labels mentions, demonstration messages and messages removed by moderators', async () => {
    const gone = { uid: null, name: '', text: '', gone: 'removed', reason: 'Advertising' } as const;
    await stored(
      message({ text: 'And you, @Ada O.?', seeded: true }),
      message({ id: 'b', ...gone }),
      message({ id: 'c', ...gone, gone: 'deleted', reason: null }),
    );
    show();
    expect(await screen.findByText('mentions you')).toBeInTheDocument();
    expect(screen.getByText('Demonstration:')).toBeInTheDocument();
    expect(screen.getByText('Moderators removed this message: Advertising.')).toBeInTheDocument();
    expect(messages()).toHaveLength(2);
    await stored(message({ id: 'd', text: 'And I am a member' }));
    await waitFor(() => expect(screen.queryByText('Demonstration:')).toBeNull());
    expect(messages().find((text) => text.includes('And you'))).toContain('demonstration');
    expect(screen.getAllByText('demonstration')).toHaveLength(1);
  });

  it('reports a message and hides its author in both rooms', async () => {
    await stored(message());
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Advertising' }));
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('button', { name: 'Hide author' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(messages()).toEqual([]));
    expect(await readOutboxItems(user.id)).toMatchObject([
      { content: { kind: 'chat', action: { action: 'report', reason: 'Advertising' } } },
      { content: { kind: 'network', action: { action: 'block', author: 'bola', on: true } } },
    ]);
  });

  it.each([
    [{ kind: 'chat', action: { action: 'delete', id: message().id } }, 'Couldn’t delete this. No'],
    [
      { kind: 'network', action: { action: 'block', author: 'bola', on: true } },
      'Couldn’t hide the author. No',
    ],
  ] as const)('shows that %o was refused', async (content, text) => {
    await stored(message({ uid: user.id }));
    await addRefused(user.id, content, 'No');
    show();
    expect(await screen.findByText(text)).toBeVisible();
    expect(messages()[0]).toContain('Calm evening');
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it('lets a banned member read but not post', async () => {
    await storeRestrictions({ banned: true, reason: 'Advertising' });
    await stored(message());
    show();
    expect(await screen.findByText(/no longer post. Reason: Advertising/)).toBeInTheDocument();
    expect(screen.getByText('Calm evening')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mention Bola A.' })).toBeNull();
  });

  describe('with pinned notes', () => {
    const NOTE = '22222222-2222-4222-8222-222222222222';
    const later = '2026-11-20T12:30:00.000Z';
    const byStaff = { id: NOTE, uid: null, name: 'Staff', tier: 'guest', pinned: true } as const;

    const pinned = (text: string) =>
      withDatabase(user.id, (database) =>
        storeBoard(database, {
          notes: [{ id: NOTE, text, pinnedAt: AT, editedAt: null }],
          changedAt: AT,
        }),
      );

    const notes = async () =>
      within(await screen.findByRole('list', { name: 'Pinned notes' })).getAllByRole('listitem');

    it('shows the stored notes above the messages, signed by staff', async () => {
      await stored(message({ ...byStaff, text: 'No session today' }), message());
      await pinned('No session today');
      show();
      expect((await notes())[0]).toHaveTextContent(/^Staffpinned this.*No session today$/);
      expect(messages()).toHaveLength(1);
      expect(screen.queryByText('No messages yet. Say hello.')).toBeNull();
    });

    it('updates and removes notes with the chat’s messages', async () => {
      await pinned('No session today');
      show();
      expect(await screen.findByText('No session today')).toBeInTheDocument();
      await stored(message({ ...byStaff, text: 'At noon', editedAt: later, updatedAt: later }));
      expect(await screen.findByText('At noon')).toBeInTheDocument();
      expect(screen.queryByText('No session today')).toBeNull();
      const end = '2026-11-20T12:40:00.000Z';
      await stored(message({ ...byStaff, text: '', gone: 'deleted', updatedAt: end }));
      await waitFor(() => expect(screen.queryByRole('list', { name: 'Pinned notes' })).toBeNull());
    });

    it('collapses a long note until it is expanded', async () => {
      await pinned('Read this. '.repeat(30).trim());
      show();
      const more = await screen.findByRole('button', { name: 'Show more' });
      expect(more).toHaveAttribute('aria-expanded', 'false');
      await userEvent.click(more);
      expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute(
        'aria-expanded',
        'true',
      );
    });

    it('offers no Show more for a note that fits', async () => {
      vi.stubGlobal('ResizeObserver', ResizeObserverMock);
      vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(80);
      const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(80);
      await pinned('Read this. '.repeat(30).trim());
      show();
      await notes();
      expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
      height.mockReturnValue(120);
      act(() => ResizeObserverMock.look());
      expect(screen.getByRole('button', { name: 'Show more' })).toBeInTheDocument();
    });

    it('shows no note to a member who is no longer Essential', async () => {
      await pinned('No session today');
      await withDatabase(user.id, (database) => pruneToAudiences(database, ['basic']));
      show();
      await field();
      expect(screen.queryByText('No session today')).toBeNull();
    });
  });
});
