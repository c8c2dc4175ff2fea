import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Mailbox } from './messages';
import { inboxPage, PAGE_POLICY } from './page';

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': PAGE_POLICY,
  });
  response.end(body);
}

const sendJson = (response: ServerResponse, status: number, value: unknown) =>
  send(response, status, 'application/json', JSON.stringify(value));

function answer(request: IncomingMessage, response: ServerResponse, mailbox: Mailbox): void {
  const url = new URL(request.url ?? '/', 'http://inbox');
  const to = url.searchParams.get('to') ?? '';
  const route = `${request.method ?? ''} ${url.pathname}`;
  if (route === 'GET /') send(response, 200, 'text/html', inboxPage(mailbox.list(to), to));
  else if (route === 'GET /api/messages') sendJson(response, 200, mailbox.list(to));
  else if (route === 'DELETE /api/messages') {
    mailbox.clear();
    sendJson(response, 200, []);
  } else sendJson(response, 404, { error: 'There is GET / and GET or DELETE /api/messages.' });
}

/** The inbox's page at `/` and its API at `/api/messages`. */
export function createInboxServer(mailbox: Mailbox) {
  return createServer((request, response) => answer(request, response, mailbox));
}
