import { describe, expect, it } from 'vitest';
import {
  MESSAGE_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  ticketBodySchema,
  toTicket,
} from '../../src/tickets/ticket';

const REQUIRED = 'Category, subject and message are required';
const ticket = {
  category: 'signals',
  subject: 'A price',
  message: 'My broker showed different prices.',
};

const problemOf = (changes: object) =>
  ticketBodySchema.safeParse({ ...ticket, ...changes }).error?.issues[0]?.message;

describe('a ticket', () => {
  it('has medium priority unless it names another', () => {
    expect(ticketBodySchema.parse(ticket).priority).toBe('medium');
    expect(ticketBodySchema.parse({ ...ticket, priority: 'urgent' }).priority).toBe('urgent');
  });

  it.each([
    { category: undefined },
    { category: 'gossip' },
    { subject: undefined },
    { subject: ' \t ' },
    { message: undefined },
    { message: ' \n\r\n\t ' },
  ])('needs category, subject and message: %j', (changes) => {
    expect(problemOf(changes)).toBe(REQUIRED);
  });

  it('keeps the lines of a message, of whichever system, and nothing around them', () => {
    const { message } = ticketBodySchema.parse({ ...ticket, message: '  one\r\ntwo\rthree\t!\n ' });
    expect(message).toBe('one\ntwo\nthree !');
  });

  it('takes as much as its fields say, and no character more', () => {
    expect(problemOf({ subject: 'x'.repeat(SUBJECT_MAX_LENGTH) })).toBeUndefined();
    expect(problemOf({ subject: 'x'.repeat(SUBJECT_MAX_LENGTH + 1) })).toContain('at most 120');
    expect(problemOf({ message: 'x'.repeat(MESSAGE_MAX_LENGTH) })).toBeUndefined();
    expect(problemOf({ message: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) })).toContain('at most 4000');
  });

  it.each([{ subject: 'a\u202Eb' }, { message: 'a\u0000b' }])(
    'takes nothing that rewrites what stands around it: %j',
    (changes) => {
      expect(problemOf(changes)).toContain('must not contain control characters');
    },
  );

  it.each([
    [{ id: '20261120T1405Z', entrySeen: null, exitSeen: null }, 'Please enter the price'],
    [{ id: '20261120T1405Z', entrySeen: -1, exitSeen: null }, 'Prices must be above zero'],
    [{ id: '20261120T1405Z', entrySeen: '1.085', exitSeen: null }, 'Prices must be numbers'],
    [{ id: 'yesterday', entrySeen: 1, exitSeen: 1 }, 'Must be a slot id'],
  ])('about a signal says which and what the broker showed: %j', (signal, problem) => {
    expect(problemOf({ signal })).toContain(problem);
  });
});

describe('a ticket in the words of the API', () => {
  it('tells no owner and writes its times as ISO text', () => {
    const at = Date.parse('2026-11-20T14:05:00Z');
    const said = toTicket('t1', {
      uid: 'ada',
      category: 'signals',
      priority: 'high',
      subject: 'A price',
      state: 'open',
      messages: [{ id: 'm1', from: 'member', text: 'Look', at }],
      signal: {
        id: '20261120T1330Z',
        entrySeen: 1.0851,
        exitSeen: null,
        recorded: { pair: 'EURUSD', direction: 'CALL', closes: [{ at, price: 1.085 }] },
      },
      createdAt: at,
      updatedAt: at,
    });
    expect(said).not.toHaveProperty('uid');
    expect(said).toMatchObject({
      id: 't1',
      messages: [{ at: '2026-11-20T14:05:00.000Z' }],
      signal: { recorded: { closes: [{ at: '2026-11-20T14:05:00.000Z', price: 1.085 }] } },
    });
  });
});
