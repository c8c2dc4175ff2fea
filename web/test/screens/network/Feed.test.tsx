import type { User } from '@quantalgo/contracts/account/member';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { createPaperState } from '@quantalgo/contracts/bots/state';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { toPaperResult } from '@quantalgo/contracts/leaderboard/published';
import type { NetworkMember, Post } from '@quantalgo/contracts/network/post';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storePosts, storeRoom } from '../../../src/data/network/rows';
import { readOutboxItems, storeItem } from '../../../src/data/outbox/outbox';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { Feed } from '../../../src/screens/network/Feed';
import { aPost } from '../../support/aPost';
import { fillDevice } from '../../support/fullDevice';
import { member } from '../../support/member';
import { addRefused, refuseUnsent } from '../../support/refuse';
import { renderAt, loggedInAs } from '../../support/render';

const AT = '2026-11-20T12:00:00.000Z';

let user: User;
let count = 0;

beforeEach(() => {
  count += 1;
  user = member({ id: `network-${count}` });
  loggedInAs(user);
});
afterEach(() => {
  vi.restoreAllMocks();
  loggedInAs(null);
});

const post = (changes: Partial<Post> = {}): Post =>
  aPost(0, { id: '11111111-1111-4111-8111-111111111111', tier: 'essential', likes: 2, ...changes });

const ME: NetworkMember = { mutedUntil: null, banned: false, reason: null, blocked: [], liked: [] };

const storeFigures = (me: Partial<NetworkMember> = {}) =>
  withDatabase(user.id, (database) =>
    storeRoom(database, {
      figures: { members: 1204, online: 7, postsToday: 12, countries: 4 },
      me: { ...ME, ...me },
      at: Date.parse(AT),
    }),
  );

const stored = (...posts: Post[]) =>
  withDatabase(user.id, (database) => storePosts(database, posts));

const show = () => renderAt(PATHS.community, <Feed uid={user.id} />);

const readActions = async () =>
  (await readOutboxItems(user.id)).flatMap(({ content }) =>
    content.kind === 'network' ? [content.action] : [],
  );

describe('feed', () => {
  it('shows the first step and no figures before the first count', async () => {
    show();
    expect(
      await screen.findByText('Nobody has posted yet. Start with a question.'),
    ).toBeInTheDocument();
    for (const label of ['Members', 'Online now', 'Posts today', 'Countries'])
      expect(screen.queryByText(new RegExp(label))).not.toBeInTheDocument();
  });

  it('shows the member figures and each post’s author', async () => {
    await storeFigures();
    await stored(post());
    show();
    expect(await screen.findByText('1,204')).toBeInTheDocument();
    const article = within(screen.getByRole('article', { name: 'Post by Bola A.' }));
    expect(article.getByText('Calm evening')).toBeInTheDocument();
    expect(article.getByText('Essential')).toBeInTheDocument();
    expect(article.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('labels staff posts and shows the first visible letter of a name', async () => {
    const id = '22222222-2222-4222-8222-222222222222';
    await stored(post({ staff: true }), post({ id, name: '😀 Kofi', tier: 'guest' }));
    show();
    const byStaff = within(await screen.findByRole('article', { name: 'Post by Bola A.' }));
    expect(byStaff.getByText('Staff')).toBeInTheDocument();
    const byMember = within(screen.getByRole('article', { name: 'Post by 😀 Kofi' }));
    expect(byMember.queryByText('Staff')).toBeNull();
    expect(byMember.getByText('😀')).toBeInTheDocument();
  });

  it('explains when a new member’s throttled post will be sent', async () => {
    show();
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Write a message' }),
      'And who are you?',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    const own = within(await screen.findByRole('article', { name: 'Post by you' }));
    const [item] = await readOutboxItems(user.id);
    if (!item) throw new Error('Nothing was kept');
    await storeItem({ ...item, notBefore: Date.now() + 42_000 });
    expect(
      await own.findByText(/^Sends in 0:4[0-2]\. New members can send one message a minute\.$/),
    ).toBeInTheDocument();
    expect(own.queryByText('Sending…')).not.toBeInTheDocument();
  });

  it('shows a new post as sending and clears the field', async () => {
    show();
    const field = await screen.findByRole('textbox', { name: 'Write a message' });
    await userEvent.type(field, 'How do you stop?');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    const own = within(await screen.findByRole('article', { name: 'Post by you' }));
    expect(own.getByText('How do you stop?')).toBeInTheDocument();
    expect(own.getByText('Sending…')).toBeInTheDocument();
    expect(field).toHaveValue('');
    await waitFor(async () =>
      expect(await readActions()).toEqual([
        { action: 'write', to: null, text: 'How do you stop?', signal: null },
      ]),
    );
  });

  it('posts once on a double press', async () => {
    show();
    const field = await screen.findByRole('textbox', { name: 'Write a message' });
    await userEvent.type(field, 'How do you stop?');
    const button = screen.getByRole('button', { name: 'Post' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(await readActions()).toHaveLength(1);
  });

  it('keeps text typed while a post is being stored', async () => {
    show();
    const field = await screen.findByRole('textbox', { name: 'Write a message' });
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    field.focus();
    type('How do you stop?');
    fireEvent.click(screen.getByRole('button', { name: 'Post' }));
    type('How do you stop? And when?');
    expect(await screen.findByText('Posted')).toBeInTheDocument();
    expect(field).toHaveValue('How do you stop? And when?');
    expect(field).toHaveFocus();
    expect(await readActions()).toMatchObject([{ text: 'How do you stop?' }]);
  });

  it('attaches the settled signal named in the link', async () => {
    const to = `${PATHS.community}?signal=20261120T1140Z`;
    renderAt(to, <Feed uid={user.id} />);
    expect(await screen.findByText('Signal from 20 Nov 2026, 12:40 WAT')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('textbox'), 'Why PUT?');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(async () =>
      expect(await readActions()).toMatchObject([{ text: 'Why PUT?', signal: '20261120T1140Z' }]),
    );
    await waitFor(() => expect(screen.queryByText(/^Signal from/)).toBeNull());
  });

  it('removes the attached signal on request', async () => {
    renderAt(`${PATHS.community}?signal=20261120T1140Z`, <Feed uid={user.id} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the signal' }));
    await waitFor(() => expect(screen.queryByText(/^Signal from/)).toBeNull());
  });

  it('shows an attached configuration with its record and a button to check it', async () => {
    const since = slotStart(Date.parse(AT));
    const configuration = createConfiguration(since);
    const id = '33333333-3333-4333-8333-333333333333';
    const publication = { id, configuration, publishedAt: since, withdrawnAt: null };
    const standing = toPaperResult(publication, createPaperState(configuration), {
      slot: '',
      until: since,
    });
    const won = {
      ...standing,
      tally: { trades: 40, won: 24, lost: 16, profit: 16_000, squares: 1e5 },
    };
    const row = { ...publication, name: 'Steady', standing: won };
    await stored(post({ embed: { kind: 'configuration', row, tried: 3 } }));
    show();
    const article = within(await screen.findByRole('article', { name: 'Post by Bola A.' }));
    expect(await article.findByText('Steady')).toBeInTheDocument();
    for (const text of ['Running', 'on paper, from the record', '40', '60.0%'])
      expect(article.getByText(text)).toBeInTheDocument();
    expect(article.getByRole('button', { name: 'Check this row' })).toBeInTheDocument();
  });

  it('labels a shared journal day as entered by the member', async () => {
    const counts = { taken: 3, paper: 1, skipped: 9, staked: 600 };
    await stored(post({ embed: { kind: 'journal-day', day: '20261119', ...counts } }));
    show();
    const article = within(await screen.findByRole('article', { name: 'Post by Bola A.' }));
    expect(await article.findByText('Entered by the member')).toBeInTheDocument();
    expect(article.getByText('3 taken · 1 on paper · 9 skipped · $6 staked')).toBeInTheDocument();
  });

  it('attaches a journal day only if the member chooses it', async () => {
    const content = { ...EMPTY_FIELDS, status: 'taken', conflicts: [] };
    const entry = { id: '20261119T1000Z', ...content, seq: 1, createdAt: AT, updatedAt: AT };
    await withDatabase(user.id, ({ journal }) => journal.put({ ...entry, record: '' }));
    show();
    await userEvent.type(await screen.findByRole('textbox'), 'My day');
    const attach = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Attach' }));
      const day = screen.getByRole('button', { name: 'Your journal for 19 Nov 2026' });
      await userEvent.click(day);
    };
    await attach();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the attachment' }));
    expect(screen.queryByText('Your journal for 19 Nov 2026')).toBeNull();
    expect(screen.getByRole('textbox')).toHaveFocus();
    await attach();
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    const embed = { kind: 'journal-day', day: '20261119' };
    await waitFor(async () =>
      expect(await readActions()).toMatchObject([{ text: 'My day', embed }]),
    );
    await waitFor(() => expect(screen.queryByText('Your journal for 19 Nov 2026')).toBeNull());
  });

  it('collapses to one line until focused and again after posting', async () => {
    show();
    const field = await screen.findByRole('textbox', { name: 'Write a message' });
    expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
    expect(screen.queryByLabelText('Picture')).toBeNull();
    await userEvent.tab();
    expect(field).toHaveFocus();
    expect(screen.getByLabelText('Picture')).toBeInTheDocument();
    await userEvent.keyboard('Good morning{Tab}{Tab}{Enter}');
    expect(await screen.findByRole('article', { name: 'Post by you' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
    expect(screen.getByRole('form', { name: 'New post' })).toHaveFocus();
    expect(screen.getByText('Posted')).toBeInTheDocument();
  });

  it('shows the character limit only near it', async () => {
    show();
    const field = await screen.findByRole('textbox');
    await userEvent.click(field);
    expect(field).not.toHaveAccessibleDescription();
    await userEvent.paste('x'.repeat(1999));
    expect(field).toHaveAccessibleDescription('1,999 of 2,000 characters');
    await userEvent.clear(field);
  });

  it('rejects an empty post with a message', async () => {
    show();
    await userEvent.click(await screen.findByRole('textbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Write something first')).toBeInTheDocument();
    await waitFor(async () => expect(await readActions()).toEqual([]));
  });

  it('replies to a post and likes it', async () => {
    await stored(post());
    show();
    await userEvent.click(await screen.findByRole('button', { name: '2 likes' }));
    expect(await screen.findByRole('button', { pressed: true })).toHaveTextContent('3');
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveFocus();
    await userEvent.keyboard('Here too');
    const send = screen.getAllByRole('button', { name: 'Reply' }).at(-1);
    if (send) await userEvent.click(send);
    await waitFor(async () => expect(await readActions()).toHaveLength(2));
    expect(await screen.findByRole('list', { name: 'Replies' })).toHaveTextContent('Here too');
  });

  it('hides secondary actions behind a More button', async () => {
    const createdAt = new Date().toISOString();
    await stored(post(), post({ id: 'own', uid: user.id, name: 'Ada O.', createdAt }));
    show();
    const article = within(await screen.findByRole('article', { name: 'Post by Bola A.' }));
    expect(article.queryByRole('button', { name: 'Report' })).toBeNull();
    await userEvent.click(article.getByRole('button', { name: 'More' }));
    for (const name of ['Report', 'Hide author'])
      expect(article.getByRole('button', { name })).toBeInTheDocument();
    const own = within(screen.getByRole('article', { name: 'Post by you' }));
    await userEvent.click(own.getByRole('button', { name: 'More' }));
    expect(article.queryByRole('button', { name: 'Report' })).toBeNull();
    expect(own.getByRole('button', { name: 'Delete' })).toBeInTheDocument();
    await userEvent.click(own.getByRole('button', { name: 'Edit' }));
    expect(own.getByRole('textbox', { name: 'Your post' })).toHaveValue('Calm evening');
  });

  it('keeps a refused edit’s text with the reason until it is retried or discarded', async () => {
    const createdAt = new Date().toISOString();
    const reason = 'You’re new here. To share a link, write a new post.';
    await stored(post({ uid: user.id, createdAt }));
    show();
    const own = within(await screen.findByRole('article', { name: 'Post by you' }));
    await userEvent.click(own.getByRole('button', { name: 'More' }));
    await userEvent.click(own.getByRole('button', { name: 'Edit' }));
    const field = own.getByRole('textbox', { name: 'Your post' });
    fireEvent.change(field, { target: { value: 'See example.com' } });
    await userEvent.click(own.getByRole('button', { name: 'Save' }));
    expect(await own.findByText('See example.com', { ignore: 'textarea' })).toBeVisible();
    await refuseUnsent(user.id, reason);
    expect(await screen.findByText(`Couldn’t save your edit. ${reason}`)).toBeVisible();
    expect(own.getByText('Calm evening')).toBeVisible();
    const row = within(screen.getByRole('list', { name: 'Posts' }));
    expect(row.getByText('See example.com')).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Couldn’t save your edit/)).toBeNull());
    expect(await own.findByText('See example.com')).toBeVisible();
    await refuseUnsent(user.id, reason);
    await userEvent.click(await row.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('See example.com')).toBeNull());
    expect(await readOutboxItems(user.id)).toEqual([]);
  });

  it.each([
    [{ action: 'delete', id: post().id }, 'Couldn’t delete this. No'],
    [{ action: 'like', id: post().id, on: true }, 'Couldn’t save your like. No'],
    [{ action: 'like', id: crypto.randomUUID(), on: true }, 'Couldn’t save your like. No'],
    [{ action: 'block', author: 'bola', on: true }, 'Couldn’t hide the author. No'],
  ])('shows that %o was refused', async (action, text) => {
    await stored(post());
    await addRefused(user.id, { kind: 'network', action }, 'No');
    show();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Calm evening')).toBeVisible();
  });

  it('lets a banned member read but not post', async () => {
    await storeFigures({ banned: true, reason: 'Advertising' });
    await stored(post());
    show();
    expect(await screen.findByText(/no longer post. Reason: Advertising/)).toBeInTheDocument();
    expect(screen.getByText('Calm evening')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
  });

  it('labels demonstration posts and posts removed by moderators', async () => {
    const gone = post({
      id: 'b',
      uid: null,
      name: '',
      text: '',
      gone: 'removed',
      reason: 'Advertising',
    });
    await stored(post({ seeded: true }), gone, post({ id: 'c', to: 'b', text: 'What was it?' }));
    show();
    expect(await screen.findByText('demonstration')).toBeInTheDocument();
    expect(screen.getByText('Moderators removed this post: Advertising.')).toBeInTheDocument();
  });

  it('shows a single demonstration label if every post is seeded', async () => {
    await stored(post({ seeded: true }), post({ id: 'd', to: 'a', text: 'Yes', seeded: true }));
    show();
    expect(await screen.findByText('Demonstration:')).toBeInTheDocument();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.queryByText('demonstration')).toBeNull();
  });

  it('reports a full device on a like or when unhiding authors', async () => {
    await storeFigures({ blocked: ['someone'] });
    await stored(post());
    show();
    const like = await screen.findByRole('button', { name: /likes/ });
    await fillDevice();
    fireEvent.click(like);
    expect(await screen.findByText(/^This device is out of storage/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Show them again' }));
    await waitFor(() =>
      expect(screen.getAllByText(/^This device is out of storage/)).toHaveLength(2),
    );
  });
});
