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

const getProblem = (changes: object) =>
  ticketBodySchema.safeParse({ ...ticket, ...changes }).error?.issues[0]?.message;

describe('ticket', () => {
  it('defaults to medium priority', () => {
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
    { subject: '\u200B' },
    { message: '\u2800\n\u3164' },
  ])('requires category, subject and message: %j', (changes) => {
    expect(getProblem(changes)).toBe(REQUIRED);
  });

  it('trims a message and normalises its line breaks', () => {
    const { message } = ticketBodySchema.parse({ ...ticket, message: '  one\r\ntwo\rthree\t!\n ' });
    expect(message).toBe('one\ntwo\nthree !');
  });

  it('cleans a subject pasted from a table or a messenger', () => {
    const { subject } = ticketBodySchema.parse({
      ...ticket,
      subject: 'EURUSD\tloss of \u2068Ada\u2069',
    });
    expect(subject).toBe('EURUSD loss of Ada');
  });

  it('enforces the maximum lengths of subject and message', () => {
    expect(getProblem({ subject: 'x'.repeat(SUBJECT_MAX_LENGTH) })).toBeUndefined();
    expect(getProblem({ subject: 'x'.repeat(SUBJECT_MAX_LENGTH + 1) })).toContain('at most 120');
    expect(getProblem({ message: 'x'.repeat(MESSAGE_MAX_LENGTH) })).toBeUndefined();
    expect(getProblem({ message: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) })).toContain('at most 4000');
  });

  it.each([{ subject: 'a\u202Eb' }, { message: 'a\u0000b' }])(
    'rejects control and bidirectional characters: %j',
    (changes) => {
      expect(getProblem(changes)).toContain('must not contain control characters');
    },
  );

  it.each([
    [{ id: '20261120T1405Z', entrySeen: null, exitSeen: null }, 'Please enter the price'],
    [{ id: '20261120T1405Z', entrySeen: -1, exitSeen: null }, 'Prices must be above zero'],
    [{ id: '20261120T1405Z', entrySeen: '1.085', exitSeen: null }, 'Prices must be numbers'],
    [{ id: 'yesterday', entrySeen: 1, exitSeen: 1 }, 'Must be a slot id'],
  ])('rejects an invalid signal id or price: %j', (signal, problem) => {
    expect(getProblem({ signal })).toContain(problem);
  });
});

describe('toTicket', () => {
  it('omits the owner and writes times in ISO format', () => {
    const at = Date.parse('2026-11-20T14:05:00Z');
    const apiTicket = toTicket('t1', {
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
    expect(apiTicket).not.toHaveProperty('uid');
    expect(apiTicket).toMatchObject({
      id: 't1',
      messages: [{ at: '2026-11-20T14:05:00.000Z' }],
      signal: { recorded: { closes: [{ at: '2026-11-20T14:05:00.000Z', price: 1.085 }] } },
    });
  });
});
