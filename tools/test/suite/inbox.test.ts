import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startInbox } from '../../src/suite/inbox';
import { freePorts } from '../freePorts';

let stop: () => Promise<void>;
let inbox = '';
let smtp = 0;
let isFull = false;

beforeAll(async () => {
  const [http, mail] = await freePorts(2);
  smtp = mail ?? 0;
  inbox = `http://127.0.0.1:${http}`;
  stop = await startInbox({ inbox: http ?? 0, smtp }, { isFull: () => isFull });
});
afterAll(() => stop());
beforeEach(async () => {
  isFull = false;
  await fetch(`${inbox}/api/messages`, { method: 'DELETE' });
});

/** Speaks SMTP over a socket, one command for each reply. */
async function sendMail(to: string[], lines: string[]): Promise<string[]> {
  const socket = connect(smtp, '127.0.0.1');
  const commands = [
    'EHLO test',
    'MAIL FROM:<site@quantalgo.test>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    [...lines, '.'].join('\r\n'),
    'QUIT',
  ];
  const replies: string[] = [];
  for await (const line of createInterface({ input: socket })) {
    if (/^\d{3}-/.test(line)) continue;
    replies.push(line.slice(0, 3));
    const command = commands.shift();
    if (command !== undefined) socket.write(`${command}\r\n`);
  }
  return replies;
}

const messagesSchema = z.array(
  z.strictObject({
    messageId: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    receivedAt: z.iso.datetime(),
  }),
);

const messages = async (query = '') =>
  messagesSchema.parse(await (await fetch(`${inbox}/api/messages${query}`)).json());

const HTML_MAIL = [
  'Subject: =?utf-8?B?w4RuZGVydW5n?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Your code is 1234567',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p onclick="alert(1)">Your code</p><script>alert(1)</script>',
  '--b--',
];

describe('inbox', () => {
  it('lists mail sent over SMTP, newest first, one entry per recipient', async () => {
    await sendMail(['a@quantalgo.test'], ['Subject: First', '', 'one']);
    await sendMail(['a@quantalgo.test', 'b@quantalgo.test'], ['Subject: Second', '', 'two']);
    expect(await messages('?to=A@quantalgo.test')).toMatchObject([
      { to: 'a@quantalgo.test', subject: 'Second', text: 'two\n', html: '' },
      { to: 'a@quantalgo.test', subject: 'First', text: 'one\n' },
    ]);
    expect(await messages()).toHaveLength(3);
  });

  it('decodes subjects and separates text and HTML', async () => {
    expect(await sendMail(['a@quantalgo.test'], HTML_MAIL)).toContain('354');
    const [mail] = await messages();
    expect(mail?.subject).toBe('Änderung');
    expect(mail?.text).toContain('Your code is 1234567');
    expect(mail?.html).toContain('<p onclick');
  });

  it('shows a mail without running any of its code', async () => {
    await sendMail(['a@quantalgo.test'], HTML_MAIL);
    const reply = await fetch(inbox);
    const page = await reply.text();
    expect(page).toContain('Your code is 1234567');
    expect(page).not.toContain('<script');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('temporarily rejects mail while it is full', async () => {
    isFull = true;
    expect(await sendMail(['a@quantalgo.test'], ['Subject: Too much', '', 'x'])).toContain('452');
    expect(await messages()).toEqual([]);
  });

  it('is emptied on request', async () => {
    await sendMail(['a@quantalgo.test'], ['Subject: Gone', '', 'x']);
    await fetch(`${inbox}/api/messages`, { method: 'DELETE' });
    expect(await messages()).toEqual([]);
  });

  it('responds 404 at any other path', async () => {
    const reply = await fetch(`${inbox}/nowhere`);
    expect(reply.status).toBe(404);
  });
});
