import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { PostCaseView } from '@quantalgo/contracts/network/moderationEndpoints';
import type { ServedPicture } from '@quantalgo/contracts/submissions/picture';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LiftRestriction } from '../../../src/screens/console/LiftRestriction';
import Moderation from '../../../src/screens/console/Moderation';
import { aPost } from '../../support/aPost';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ID = '11111111-1111-4111-8111-111111111111';
const at = '2026-11-20T08:00:00.000Z';

const waiting = (changes: Partial<PostCaseView['post']> = {}): PostCaseView => ({
  post: aPost(0, {
    id: ID,
    text: 'Sure wins every day',
    createdAt: at,
    updatedAt: at,
    ...changes,
  }),
  room: 'network',
  kinds: ['report'],
  reports: ['A promise of profit'],
  since: at,
  author: { fullName: 'Bola Ade', email: 'bola@example.test', mutedUntil: null, banned: false },
});

const NOTHING_PINNED = { 'GET /api/admin/pinned': () => ({ board: null }) };

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  vi.useRealTimers();
  leaveTheConsole();
});

describe('moderation', () => {
  it('shows why a post is pending and who wrote it, and removes it with a reason', async () => {
    const made = atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => [waiting()],
      [`POST /api/admin/posts/${ID}`]: () => ({}),
    });
    renderAt('/', <Moderation />);
    expect(await screen.findByText('Sure wins every day')).toBeVisible();
    expect(screen.getByText('Reported')).toBeVisible();
    expect(screen.getByText('Reported for: A promise of profit')).toBeVisible();
    expect(screen.getByText('bola@example.test')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'A promise of profit');
    await press('Remove');
    await waitFor(() => expect(screen.queryByText('Sure wins every day')).toBeNull());
    expect(made.at(-1)).toMatchObject({ body: { removalReason: 'A promise of profit' } });
  });

  it('shows a new post within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) });
    const later = waiting({ id: '22222222-2222-4222-8222-222222222222', text: 'Join my channel' });
    let cases = [waiting()];
    atTheConsole({ ...NOTHING_PINNED, 'GET /api/admin/posts': () => cases });
    renderAt('/', <Moderation />);
    expect(await screen.findByText('Sure wins every day')).toBeVisible();
    cases = [waiting(), later];
    vi.setSystemTime(Date.parse(at) + MINUTE_MS);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Join my channel')).toBeVisible();
  });

  it('publishes a held post', async () => {
    const made = atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => [waiting({ open: false })],
      [`POST /api/admin/posts/${ID}`]: () => ({}),
    });
    renderAt('/', <Moderation />);
    await screen.findByText('Sure wins every day');
    await press('Publish');
    await waitFor(() => expect(made.at(-1)).toMatchObject({ body: { removalReason: null } }));
  });

  it('publishes a held post without a picture that staff can’t see yet', async () => {
    const picture = '33333333-3333-4333-8333-333333333333';
    const made = atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => [waiting({ open: false, picture })],
      [`GET /api/network/posts/${ID}/picture`]: () => ({ jpeg: null, reason: null }),
      [`POST /api/admin/posts/${ID}`]: () => ({}),
    });
    renderAt('/', <Moderation />);
    expect(await screen.findByText(/still on the device/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    await press('Publish without the picture');
    await waitFor(() =>
      expect(made.at(-1)).toMatchObject({ body: { removalReason: null, withoutPicture: true } }),
    );
  });

  it('does not publish a held post until its picture has loaded', async () => {
    const picture = '33333333-3333-4333-8333-333333333333';
    const arrival = Promise.withResolvers<ServedPicture>();
    let serve = (): unknown => new Refused(503, 'Try again later');
    const made = atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => [waiting({ open: false, picture })],
      [`GET /api/network/posts/${ID}/picture`]: () => serve(),
      [`POST /api/admin/posts/${ID}`]: () => ({}),
    });
    renderAt('/', <Moderation />);
    expect(await screen.findByText(/^The picture couldn’t be loaded/)).toBeVisible();
    const publish = () => screen.getByRole('button', { name: 'Publish' });
    expect(publish()).toHaveAttribute('aria-disabled', 'true');
    expect(publish()).toHaveAccessibleDescription(
      'You can publish the post once its picture has loaded.',
    );
    serve = () => arrival.promise;
    await press('Try again');
    expect(publish()).toHaveAttribute('aria-disabled', 'true');
    expect(publish()).toHaveAccessibleDescription('Loading the picture…');
    arrival.resolve({ jpeg: btoa('a picture'), reason: null });
    expect(await screen.findByRole('img')).toBeVisible();
    expect(publish()).not.toHaveAccessibleDescription();
    await press('Publish');
    await waitFor(() => expect(made.at(-1)).toMatchObject({ body: { withoutPicture: false } }));
  });

  it('keeps the post and shows the error if a ban is refused', async () => {
    const made = atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => [waiting()],
      'POST /api/admin/posts/members/bola': () => new Refused(404, 'Member not found'),
    });
    renderAt('/', <Moderation />);
    await screen.findByText('Sure wins every day');
    await press('Ban');
    expect(await screen.findByRole('alert')).toHaveTextContent('Member not found');
    expect(made.at(-1)).toMatchObject({ body: { restriction: 'ban', reason: 'Advertising' } });
    expect(screen.getByText('Sure wins every day')).toBeVisible();
  });

  it('offers no mute for a banned author', async () => {
    const one = waiting();
    const author = one.author && { ...one.author, banned: true };
    atTheConsole({ ...NOTHING_PINNED, 'GET /api/admin/posts': () => [{ ...one, author }] });
    renderAt('/', <Moderation />);
    expect(await screen.findByRole('button', { name: 'Lift the ban' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Mute for a day' })).toBeNull();
  });

  it('shows the pinned notes once the posts, which would move them, have arrived', async () => {
    const posts = Promise.withResolvers<PostCaseView[]>();
    atTheConsole({ ...NOTHING_PINNED, 'GET /api/admin/posts': () => posts.promise });
    renderAt('/', <Moderation />);
    expect(await screen.findByText('Nothing is pinned.')).not.toBeVisible();
    posts.resolve([waiting()]);
    await screen.findByText('Sure wins every day');
    expect(screen.getByText('Nothing is pinned.')).toBeVisible();
  });

  it('shows the pinned notes if the posts can’t be loaded', async () => {
    atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => new Refused(500, 'Failed to fetch posts'),
    });
    renderAt('/', <Moderation />);
    expect(await screen.findByText('Failed to fetch posts')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Nothing is pinned.')).toBeVisible());
  });

  it('shows an empty state', async () => {
    atTheConsole({ ...NOTHING_PINNED, 'GET /api/admin/posts': () => [] });
    renderAt('/', <Moderation />);
    expect(await screen.findByText(/Nothing to review/)).toBeVisible();
  });
});

describe('a muted author', () => {
  it('can be allowed to post again', async () => {
    const mutedUntil = '2026-11-21T12:00:00.000Z';
    const author = { fullName: 'Bola Ade', email: 'bola@example.test', mutedUntil, banned: false };
    const made = atTheConsole({
      ...NOTHING_PINNED,
      'GET /api/admin/posts': () => [{ ...waiting({ uid: 'bola' }), author }],
      'POST /api/admin/posts/members/bola': () => ({}),
    });
    renderAt('/', <Moderation />);
    await screen.findByText('Sure wins every day');
    await press('Lift the mute');
    await waitFor(() =>
      expect(made.find(({ line }) => line.startsWith('POST'))).toMatchObject({
        body: { restriction: 'lift' },
      }),
    );
  });
});

describe('LiftRestriction', () => {
  it('lifts a restriction whose case is closed', async () => {
    const made = atTheConsole({ 'POST /api/admin/posts/members/bola': () => ({}) });
    renderAt('/', <LiftRestriction uid="bola" />);
    await press('Lift the restriction');
    expect(await screen.findByText(/can post in the rooms/)).toBeVisible();
    expect(made.at(-1)).toMatchObject({ body: { restriction: 'lift' } });
  });
});
