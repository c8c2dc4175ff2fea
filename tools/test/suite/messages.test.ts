import { describe, expect, it } from 'vitest';
import { createMailbox } from '../../src/suite/inbox';

const mail = (subject: string, text = '') => ({
  messageId: '<1@quantalgo.test>',
  to: 'a@quantalgo.test',
  subject,
  text,
  html: '',
  receivedAt: '2026-11-20T14:05:00.000Z',
});

describe('mailbox', () => {
  it('keeps the newest mails up to its maximum number', () => {
    const mailbox = createMailbox({ messages: 2, characters: 1000 });
    for (const subject of ['1', '2', '3']) mailbox.add(mail(subject));
    expect(mailbox.list('').map(({ subject }) => subject)).toEqual(['3', '2']);
  });

  it('keeps the newest mails up to its maximum size', () => {
    const mailbox = createMailbox({ messages: 10, characters: 100 });
    for (const subject of ['1', '2', '3']) mailbox.add(mail(subject, 'x'.repeat(40)));
    expect(mailbox.list('').map(({ subject }) => subject)).toEqual(['3', '2']);
  });
});
