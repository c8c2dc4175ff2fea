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
const errorsOf = (values: typeof EMPTY_TICKET) => {
  const read = parseTicketForm(values);
  return 'errors' in read ? read.errors : {};
};

describe('the form of a ticket', () => {
  it('names what is missing, blanks included', () => {
    expect(errorsOf({ ...EMPTY_TICKET, subject: '  ', message: '\n' })).toEqual({
      category: 'Please choose a category',
      subject: 'Please enter a subject',
      message: 'Please enter a message',
    });
  });

  it('has limits', () => {
    const long = { ...GOOD, subject: 'x'.repeat(121), message: 'x'.repeat(4001) };
    expect(errorsOf(long)).toEqual({
      subject: 'Subject must be at most 120 characters',
      message: 'Message must be at most 4000 characters',
    });
  });

  it('is of medium priority unless another one is chosen', () => {
    const read = parseTicketForm(GOOD);
    expect('body' in read && read.body).toEqual({
      category: 'signals',
      subject: 'Other price',
      message: 'See below',
      priority: 'medium',
    });
  });

  it('takes the prices that a broker showed, with comma or point, and one at least', () => {
    const about = { ...GOOD, signal: '20261120T1200Z' };
    expect(errorsOf(about)).toEqual({
      entrySeen: 'Please enter the price that your broker showed',
    });
    expect(errorsOf({ ...about, exitSeen: 'high' })).toEqual({
      exitSeen: 'Prices must be numbers',
    });
    expect(errorsOf({ ...about, entrySeen: '1,085', exitSeen: '151.887' })).toEqual({
      entrySeen: 'Is this 1085 or 1.085? Write 1085 or 1.085.',
    });
    const read = parseTicketForm({ ...about, entrySeen: '1,0852' });
    expect('body' in read && read.body.signal).toEqual({
      id: '20261120T1200Z',
      entrySeen: 1.0852,
      exitSeen: null,
    });
  });

  it('can be written again from the ticket that it became', () => {
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
