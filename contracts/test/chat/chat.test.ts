import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_MESSAGE_LENGTH,
  chatActionSchema,
  MAX_MENTIONS,
  messageTextSchema,
} from '../../src/chat/chat';

const write = { action: 'write', text: 'Good evening', mentions: [] } as const;

describe('chat message', () => {
  it('is one trimmed line of at most 280 characters', () => {
    const words = fc.array(fc.constantFrom('a', 'bb', ' ', '\n', '\t', '\r\n', '\u2028'), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(words, (parts) => {
        const { data } = messageTextSchema.safeParse(parts.join(''));
        if (data === undefined) return;
        expect(data).toMatch(/^\S(?:.*\S)?$/);
        expect(data.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
      }),
    );
    expect(messageTextSchema.safeParse('x'.repeat(MAX_MESSAGE_LENGTH)).success).toBe(true);
    expect(messageTextSchema.safeParse('x'.repeat(MAX_MESSAGE_LENGTH + 1)).success).toBe(false);
    expect(messageTextSchema.safeParse(' \n ').success).toBe(false);
  });

  it('mentions at most three members, by ids without a slash', () => {
    const naming = (mentions: readonly string[]) =>
      chatActionSchema.safeParse({ ...write, mentions }).success;
    expect(naming(Array.from({ length: MAX_MENTIONS }, (_, index) => `member-${index}`))).toBe(
      true,
    );
    expect(naming(Array.from({ length: MAX_MENTIONS + 1 }, (_, index) => `member-${index}`))).toBe(
      false,
    );
    expect(naming(['users/ada'])).toBe(false);
  });

  it('cannot be liked or edited and carries no signal', () => {
    const id = '11111111-1111-4111-8111-111111111111';
    for (const act of [
      { action: 'like', id, on: true },
      { action: 'edit', id, text: 'x' },
      { ...write, signal: '20261120T1340Z' },
    ])
      expect(chatActionSchema.safeParse(act).success).toBe(false);
  });
});
