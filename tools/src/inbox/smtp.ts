import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type Mailbox } from './messages';

const MAX_BYTES = 10 * 1024 * 1024;

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  mailbox: Mailbox,
  now: () => number,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  const receivedAt = new Date(now()).toISOString();
  for (const { address } of session.envelope.rcptTo) {
    const { subject = '', text = '', html = '' } = mail;
    mailbox.add({ to: address, subject, text, html, receivedAt });
  }
}

/** RFC 5321: insufficient system storage. The sender is to try again later. */
const noRoom = () => Object.assign(new Error('Insufficient system storage'), { responseCode: 452 });

/**
 * A mail server that accepts everything and delivers it to the mailbox. Mails over 10 MB are refused, and all of them
 * while it is full.
 */
export function createSmtpSink(
  mailbox: Mailbox,
  { now, isFull }: { readonly now: () => number; readonly isFull: () => boolean },
): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onMailFrom: (_address, _session, done) => done(isFull() ? noRoom() : null),
    onData: (stream, session, done) => {
      receive(stream, session, mailbox, now).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}
