import { describe, expect, it } from 'vitest';
import {
  EMPTY_TICKET,
  parseTicketForm,
  toTicketValues,
} from '../../../src/screens/tickets/TicketForm';

const GOOD = {
  ...EMPTY_TICKET,
  category: 'signals',
  subject: ' Other price ',
  message: 'See below',
};
const getErrors = (values: typeof EMPTY_TICKET) => {
  const read = parseTicketForm(values);
  return 'errors' in read ? read.errors : {};
};

describe('ticket form', () => {
  it('requires category, subject and message', () => {
    expect(getErrors({ ...EMPTY_TICKET, subject: '  ', message: '\n' })).toEqual({
      category: 'Please choose a category',
      subject: 'Please enter a subject',
      message: 'Please enter a message',
    });
  });

  it('limits subject and message length', () => {
    const long = { ...GOOD, subject: 'x'.repeat(121), message: 'x'.repeat(4001) };
    expect(getErrors(long)).toEqual({
      subject: 'Subject must be at most 120 characters',
      message: 'Message must be at most 4000 characters',
    });
  });

  it('defaults to medium priority', () => {
    const read = parseTicketForm(GOOD);
    expect('body' in read && read.body).toEqual({
      category: 'signals',
      subject: 'Other price',
      message: 'See below',
      priority: 'medium',
    });
  });

  it('requires one broker price and accepts a decimal comma or point', () => {
    const about = { ...GOOD, signal: '20261120T1200Z' };
    expect(getErrors(about)).toEqual({
      entrySeen: 'Please enter the price that your broker showed',
    });
    expect(getErrors({ ...about, exitSeen: 'high' })).toEqual({
      exitSeen: 'Prices must be numbers',
    });
    expect(getErrors({ ...about, entrySeen: '1,085', exitSeen: '151.887' })).toEqual({
      entrySeen: 'Is this 1085 or 1.085? Write 1085 or 1.085.',
    });
    const read = parseTicketForm({ ...about, entrySeen: '1,0852' });
    expect('body' in read && read.body.signal).toEqual({
      id: '20261120T1200Z',
      entrySeen: 1.0852,
      exitSeen: null,
    });
  });

  it('round-trips a ticket', () => {
    const about = {
      ...GOOD,
      subject: 'Other price',
      signal: '20261120T1200Z',
      entrySeen: '1.0852',
    };
    const read = parseTicketForm(about);
    expect('body' in read && toTicketValues(read.body)).toEqual(about);
  });
});
