import { MUTE_DURATION_MS } from '@quantalgo/contracts/network/moderationEndpoints';
import { STRANGER_INTERVAL_MS, STRANGER_POSTS } from '@quantalgo/contracts/network/post';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findEditProblem,
  judgePost,
  applyRestriction,
  getSilenceReason,
  type Writer,
} from '../../../src/domain/network/network';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const writer = (changes: Partial<Writer> = {}): Writer => ({
  posts: STRANGER_POSTS,
  lastPostAt: null,
  silence: null,
  ...changes,
});

const LINK = 'see https://win.example';

describe('network post', () => {
  it('is published at once if the member is established, even with a link or picture', () => {
    const open = { type: 'written', open: true, kinds: [] };
    expect(judgePost(writer(), { text: 'calm' }, NOW)).toEqual(open);
    expect(judgePost(writer({ lastPostAt: NOW - 1 }), { text: LINK, picture: 'one' }, NOW)).toEqual(
      open,
    );
  });

  it('is published and queued for review if it is a member’s first', () => {
    const judged = judgePost(writer({ posts: 0 }), { text: 'calm' }, NOW);
    expect(judged).toEqual({ type: 'written', open: true, kinds: ['first'] });
  });

  it('of a new member is held with a link or picture, and limited to one a minute', () => {
    const stranger = writer({
      posts: STRANGER_POSTS - 1,
      lastPostAt: NOW - STRANGER_INTERVAL_MS + 1,
    });
    expect(judgePost(stranger, { text: 'calm' }, NOW)).toEqual({ type: 'slowed', waitMs: 1 });
    expect(judgePost(stranger, { text: LINK }, NOW + 1)).toEqual({
      type: 'written',
      open: false,
      kinds: ['link'],
    });
    const pictured = judgePost(stranger, { text: 'calm', picture: 'one' }, NOW + 1);
    expect(pictured).toEqual({ type: 'written', open: false, kinds: ['picture'] });
  });

  it.each([
    ['@Bola A. thank you', ['Bola A.'], true],
    ['@Bola A.! And @Chidi E.?', ['Bola A.', 'Chidi E.'], true],
    ['@Bola A. thank you', [], false],
    ['@Bola A. ask @surewins', ['Bola A.'], false],
    ['see@Bola A.@surewins', ['Bola A.'], false],
    ['@Surewins', ['Sure'], false],
    ['@Bola A. see https://win.example', ['Bola A.'], false],
  ])('of a new member may only mention existing members: %s', (text, names, open) => {
    const judged = judgePost(writer({ posts: 1 }), { text, names }, NOW);
    expect(judged).toEqual({ type: 'written', open, kinds: open ? [] : ['link'] });
  });

  it('is rejected if the member is banned or muted', () => {
    const silenced = fc.oneof(
      fc.record({
        kind: fc.constant('banned' as const),
        at: fc.integer({ min: 0, max: NOW }),
        reason: fc.string(),
      }),
      fc.record({
        kind: fc.constant('muted' as const),
        until: fc.integer({ min: NOW + 1, max: NOW * 2 }),
        reason: fc.string(),
      }),
    );
    fc.assert(
      fc.property(silenced, fc.nat(20), fc.string(), (silence, posts, text) => {
        expect(judgePost(writer({ silence, posts }), { text }, NOW).type).toBe('refused');
      }),
    );
  });
});

describe('network silence', () => {
  it('from a ban outlasts a later mute until the ban is lifted', () => {
    const banned = applyRestriction(null, { restriction: 'ban', reason: 'Advertising' }, NOW);
    const mute = { restriction: 'mute', reason: 'Not about trading' } as const;
    const muted = applyRestriction(banned, mute, NOW + 1);
    expect(getSilenceReason({ silence: muted }, NOW + 2 * MUTE_DURATION_MS)).toBe(
      'You can no longer post here: Advertising.',
    );
    const lifted = applyRestriction(muted, { restriction: 'lift', reason: 'Advertising' }, NOW + 2);
    expect(getSilenceReason({ silence: lifted }, NOW + 2)).toBeNull();
  });

  it('states its reason, and ends when a mute expires', () => {
    const silence = { kind: 'muted', until: NOW, reason: 'Advertising' } as const;
    expect(getSilenceReason({ silence }, NOW - 1)).toContain('Advertising');
    expect(getSilenceReason({ silence }, NOW)).toBeNull();
  });
});

it('rejects a link that a new member adds in an edit', () => {
  expect(findEditProblem({ posts: 1 }, LINK)).not.toBeNull();
  expect(findEditProblem({ posts: 1 }, 'calm')).toBeNull();
  expect(findEditProblem({ posts: STRANGER_POSTS }, LINK)).toBeNull();
});
