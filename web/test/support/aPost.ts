import type { Post } from '@quantalgo/contracts/network/post';

const AT = Date.parse('2026-11-20T12:00:00.000Z');

/** Another member's post, created `minute` minutes after noon. */
export function aPost(minute: number, changes: Partial<Post> = {}): Post {
  const at = new Date(AT + minute * 60_000).toISOString();
  return {
    id: `post-${minute}`,
    uid: 'bola',
    name: 'Bola A.',
    tier: 'starter',
    to: null,
    text: 'Calm evening',
    signal: null,
    embed: null,
    picture: null,
    open: true,
    gone: null,
    reason: null,
    likes: 0,
    seeded: false,
    editedAt: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
}
