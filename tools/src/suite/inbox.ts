import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Server } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { HOST } from './ports';

/**
 * Stored once per recipient. `receivedAt` is ISO 8601. `messageId` is empty if the sender gave
 * none.
 */
interface Message {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const MAILBOX_LIMITS = { messages: 500, characters: 20_000_000 };
const MAX_BYTES = 10 * 1024 * 1024;

const countCharacters = ({ subject, text, html }: Message) =>
  subject.length + text.length + html.length;

export function createMailbox(limits = MAILBOX_LIMITS) {
  let messages: Message[] = [];
  return {
    add(message: Message) {
      let characters = 0;
      messages = [message, ...messages].filter((stored, index) => {
        characters += countCharacters(stored);
        return index < limits.messages && characters <= limits.characters;
      });
    },
    /** Newest first. Addresses are case-insensitive, and an empty one lists all emails. */
    list(to: string): Message[] {
      const address = to.trim().toLowerCase();
      return messages.filter((message) => address === '' || message.to.toLowerCase() === address);
    },
    clear() {
      messages = [];
    },
  };
}

type Mailbox = ReturnType<typeof createMailbox>;

async function receive(stream: SMTPServerDataStream, recipients: string[], mailbox: Mailbox) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  const { messageId = '', subject = '', text = '', html = '' } = mail;
  const receivedAt = new Date().toISOString();
  for (const to of recipients) mailbox.add({ messageId, to, subject, text, html, receivedAt });
}

/** A temporary failure in RFC 5321, insufficient system storage. The sender should retry later. */
const createStorageError = () =>
  Object.assign(new Error('Insufficient system storage'), { responseCode: 452 });

const createSmtpSink = (mailbox: Mailbox, isFull: () => boolean) =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onMailFrom: (_address, _session, done) => done(isFull() ? createStorageError() : null),
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      receive(stream, recipients, mailbox).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });

const STYLESHEET = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  form, summary { display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
  input { flex: 1; font: inherit; padding: .4rem .6rem; min-width: 12rem; }
  details { border-top: 1px solid #8886; padding: .75rem 0; }
  summary { cursor: pointer; }
  summary strong { flex: 1 1 14rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8882; padding: .75rem; }
  iframe { width: 100%; height: 28rem; border: 1px solid #8886; background: #fff; }
`;

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function renderEntry({ to, subject, text, html, receivedAt }: Message): string {
  const source = escape(`<base target="_blank">${html}`);
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  const frame = `<iframe title="Email as HTML" sandbox="${sandbox}" srcdoc="${source}"></iframe>`;
  return `<details><summary><strong>${escape(subject || '(no subject)')}</strong>
    <span>${escape(to)}</span> <time datetime="${receivedAt}">${receivedAt.slice(0, 19)}Z</time></summary>
    <pre>${escape(text)}</pre>${html === '' ? '' : frame}</details>`;
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; form-action 'self'; frame-ancestors 'none'";

const renderPage = (messages: Message[], to: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox (${messages.length})</title><style>${STYLESHEET}</style></head>
<body><h1>Inbox</h1>
<form><input name="to" type="search" aria-label="Recipient" placeholder="Only emails to …" value="${escape(to)}">
<button>Show newest</button></form>
${messages.map(renderEntry).join('\n') || '<p>No emails yet. Emails that the product sends on this machine appear here.</p>'}
</body></html>`;

function handleRequest(request: IncomingMessage, response: ServerResponse, mailbox: Mailbox): void {
  const url = new URL(request.url ?? '/', 'http://inbox');
  const to = url.searchParams.get('to') ?? '';
  const send = (status: number, type: string, body: string) =>
    response
      .writeHead(status, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': PAGE_POLICY,
      })
      .end(body);
  const json = (status: number, value: unknown) =>
    send(status, 'application/json', JSON.stringify(value));
  const route = `${request.method ?? ''} ${url.pathname}`;
  if (route === 'DELETE /api/messages') mailbox.clear();
  if (route === 'GET /') send(200, 'text/html', renderPage(mailbox.list(to), to));
  else if (url.pathname === '/api/messages') json(200, mailbox.list(to));
  else json(404, { error: 'Only GET /, and GET or DELETE /api/messages, are served.' });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve());
  });
}

const waitForClose = (close: (done: () => void) => void) =>
  new Promise<void>((resolve) => close(resolve));

interface Options {
  readonly mailbox?: Mailbox;
  readonly isFull?: () => boolean;
}

/**
 * Starts an SMTP server that stores all emails, and the inbox's page and API.
 * @returns a function that stops both
 * @throws Error if a port is taken
 */
export async function startInbox(
  ports: { inbox: number; smtp: number },
  { mailbox = createMailbox(), isFull = () => false }: Options = {},
): Promise<() => Promise<void>> {
  const sink = createSmtpSink(mailbox, isFull);
  const web = createServer((request, response) => handleRequest(request, response, mailbox));
  await listen(sink.server, ports.smtp);
  await listen(web, ports.inbox);
  return async () => {
    const closings = [
      waitForClose((done) => sink.close(done)),
      waitForClose((done) => void web.close(done)),
    ];
    web.closeAllConnections();
    await Promise.all(closings);
  };
}
