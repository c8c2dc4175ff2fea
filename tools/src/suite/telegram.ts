import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { HOST } from './ports';
import { toChatJson, createTelegram, type Telegram, type TelegramResponse } from './telegramChats';
import { PAGE_POLICY, renderTelegramPage } from './telegramPage';

const MAX_BYTES = 256 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += String(part);
    if (body.length > MAX_BYTES) throw new Error('The request body is too long');
  }
  return body;
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': PAGE_POLICY,
    })
    .end(body);
}

const parametersSchema = z.record(z.string(), z.unknown());

const METHOD_PATH = /^\/bot([^/]+)\/(\w+)$/;

/** See https://core.telegram.org/bots/api#making-requests. */
async function handleBotCall(
  telegram: Telegram,
  request: IncomingMessage,
): Promise<TelegramResponse | 'cut'> {
  const [, token = '', method = ''] = METHOD_PATH.exec(request.url ?? '') ?? [];
  const body = await readBody(request);
  const parameters = parametersSchema.parse(body === '' ? {} : JSON.parse(body));
  return telegram.call(token, method, parameters);
}

const formSchema = z.object({
  person: z.string(),
  text: z.optional(z.string()),
  chat: z.optional(z.string()),
});

async function handleForm(telegram: Telegram, request: IncomingMessage): Promise<void> {
  const form = Object.fromEntries(new URLSearchParams(await readBody(request)));
  const { person, text, chat } = formSchema.parse(form);
  const id = Number(person);
  if (!Number.isSafeInteger(id) || id <= 0) return;
  if (chat !== undefined && chat !== '') await telegram.askToJoin(id, chat);
  else if (text !== undefined && text !== '') await telegram.say(id, text);
}

async function handleRequest(
  telegram: Telegram,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { method = '', url = '' } = request;
  if (METHOD_PATH.test(url)) {
    const result = await handleBotCall(telegram, request);
    if (result === 'cut') return void response.destroy();
    return send(response, result.status, 'application/json', JSON.stringify(result.body));
  }
  if (method === 'POST' && url === '/act') {
    await handleForm(telegram, request);
    return void response.writeHead(303, { Location: '/' }).end();
  }
  if (method === 'GET' && url === '/')
    return send(response, 200, 'text/html', renderTelegramPage(telegram.chats()));
  if (method === 'GET' && url === '/api/chats')
    return send(
      response,
      200,
      'application/json',
      JSON.stringify(telegram.chats().map(toChatJson)),
    );
  return send(
    response,
    404,
    'text/plain',
    'Only GET / and /api/chats, and POST /bot<token>/…, are served.',
  );
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Starts a fake Telegram API, with a page that shows its chats.
 * @param port 0 for any free port
 * @throws Error if the port is taken
 */
export async function startTelegram(port: number) {
  const telegram = createTelegram();
  const server = createServer((request, response) => {
    handleRequest(telegram, request, response).catch(() =>
      send(response, 400, 'text/plain', 'Malformed request'),
    );
  });
  const boundPort = await listen(server, port);
  return {
    telegram,
    url: `http://${HOST}:${boundPort}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
