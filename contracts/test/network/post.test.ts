import { describe, expect, it } from 'vitest';
import { hasLinkOrContact } from '../../src/core/links';
import {
  EDIT_WINDOW_MS,
  erasePost,
  isEditable,
  POST_MAX_LENGTH,
  type PostRecord,
  postTextSchema,
} from '../../src/network/post';

const AT = Date.parse('2026-11-20T12:00:00Z');

const post = (changes: Partial<PostRecord> = {}): PostRecord => ({
  uid: 'ada',
  name: 'Ada O.',
  tier: 'starter',
  to: null,
  text: 'Calm evening',
  signal: null,
  embed: null,
  picture: null,
  open: true,
  gone: null,
  reason: null,
  likes: 3,
  seeded: false,
  editedAt: null,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
});

describe('post', () => {
  it('accepts up to 2,000 characters with line breaks, but no blank text or control characters', () => {
    expect(postTextSchema.parse('  one\r\ntwo ')).toBe('one\ntwo');
    expect(postTextSchema.safeParse('x'.repeat(POST_MAX_LENGTH)).success).toBe(true);
    expect(postTextSchema.parse('❤️')).toBe('❤️');
    for (const text of [
      '',
      '  \n ',
      '\u200B',
      '\u3164',
      'x'.repeat(POST_MAX_LENGTH + 1),
      'bell \u0007',
    ])
      expect(postTextSchema.safeParse(text).success).toBe(false);
  });

  it('can be edited for 15 minutes, unless it was deleted', () => {
    expect(isEditable(post(), AT + EDIT_WINDOW_MS)).toBe(true);
    expect(isEditable(post(), AT + EDIT_WINDOW_MS + 1)).toBe(false);
    expect(isEditable(post({ gone: 'deleted' }), AT)).toBe(false);
  });

  it('loses its author and content when it is removed', () => {
    const embed = { kind: 'journal-day', day: '20261120', taken: 7, paper: 0, skipped: 0 } as const;
    const written = post({ embed: { ...embed, staked: 123_400 } });
    const left = erasePost(written, 'removed', 'Advertising', AT + 1);
    expect(left).toMatchObject({ uid: null, gone: 'removed', reason: 'Advertising', open: true });
    expect(JSON.stringify(left)).not.toMatch(/ada|calm|1234/i);
  });
});

describe('hasLinkOrContact', () => {
  it.each([
    'see https://win.example',
    'www.win.example',
    'join t.me/winners',
    'surewins.com pays',
    'write to @surewins',
    'call +234 801 234 5678',
    'call 08012345678',
  ])('finds a link or contact in “%s”', (text) => expect(hasLinkOrContact(text)).toBe(true));

  it.each([
    'EUR/USD at 1.08512, then 1.08431',
    'level 0.at 14:10 WAT, +2.80 and −1.00',
    'Stopped after level 1. Calm evening.',
    '20261120T1405Z was a loss',
    'me@ease is no address',
  ])('finds none in “%s”', (text) => expect(hasLinkOrContact(text)).toBe(false));
});
