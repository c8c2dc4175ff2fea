import { type Server } from 'node:net';
import { HOST } from '../suite/project';
import { createMailbox, type Mailbox } from './messages';
import { createInboxServer } from './server';
import { createSmtpSink } from './smtp';

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve());
  });
}

const closed = (close: (done: () => void) => void) =>
  new Promise<void>((resolve) => close(resolve));

interface Options {
  /** Where mails are kept; a new one where none is given. */
  readonly mailbox?: Mailbox;
  /** Whether there is no room for another mail. */
  readonly isFull?: () => boolean;
}

/**
 * Starts the mail sink and the inbox's page and API.
 * @returns stops both
 * @throws Error when a port is taken
 */
export async function startInbox(
  ports: { inbox: number; smtp: number },
  { mailbox = createMailbox(), isFull = () => false }: Options = {},
): Promise<() => Promise<void>> {
  const sink = createSmtpSink(mailbox, { now: Date.now, isFull });
  const web = createInboxServer(mailbox);
  await listening(sink.server, ports.smtp);
  await listening(web, ports.inbox);
  return async () => {
    const ending = [closed((done) => sink.close(done)), closed((done) => void web.close(done))];
    web.closeAllConnections();
    await Promise.all(ending);
  };
}
