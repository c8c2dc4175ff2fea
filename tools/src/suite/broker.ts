import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { POSTBACK_PATH } from '@quantalgo/functions/http/broker';
import * as z from 'zod/mini';
import { BROKER_PAGE_POLICY, renderBrokerPage } from './brokerPage';
import { getSuiteAddresses, LOCAL_POSTBACK_SECRET } from './environment';
import { HOST, type Ports } from './ports';

const EVENT_FLAGS = {
  register: { reg: '1' },
  confirm: { conf: '1' },
  deposit: { dep: '1' },
  withdraw: { wdr: '1' },
} as const;

const formSchema = z.object({
  click_id: z._default(z.string(), ''),
  trader_id: z.string(),
  amount: z._default(z.string(), ''),
  action: z.enum(['register', 'confirm', 'deposit', 'withdraw', 'repeat']),
});

export interface SentPostback {
  readonly at: number;
  readonly query: string;
  /** The site's status; 0 if it didn't respond. */
  readonly status: number;
}

const MAX_POSTBACKS = 50;

/**
 * Starts a fake affiliate programme of the broker. Its page registers traders and deposits, and
 * reports both to the site.
 * @returns a function that stops it
 */
export async function startBroker(ports: Ports): Promise<() => Promise<void>> {
  const { site } = getSuiteAddresses(ports);
  let postbacks: readonly SentPostback[] = [];
  let eventCount = 0;

  async function report(query: string): Promise<void> {
    const url = `${site}${POSTBACK_PATH}${LOCAL_POSTBACK_SECRET}?${query}`;
    const status = await fetch(url).then(
      (reply) => reply.status,
      () => 0,
    );
    postbacks = [{ at: Date.now(), query, status }, ...postbacks].slice(0, MAX_POSTBACKS);
  }

  async function handleAction(request: IncomingMessage): Promise<void> {
    const parsed = formSchema.safeParse(
      Object.fromEntries(new URLSearchParams(await text(request))),
    );
    if (!parsed.success) return;
    const { action, amount, click_id, trader_id } = parsed.data;
    const [lastPostback] = postbacks;
    if (action === 'repeat') return lastPostback && report(lastPostback.query);
    eventCount += 1;
    const isMoney = action === 'deposit' || action === 'withdraw';
    const fields = {
      click_id,
      trader_id,
      ...EVENT_FLAGS[action],
      ...(isMoney && { sumdep: amount, currency: 'USD' }),
      trade_id: `${process.pid}-${eventCount}`,
    };
    await report(new URLSearchParams(fields).toString());
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://broker');
    if (request.method === 'POST' && pathname === '/act') {
      await handleAction(request);
      response.writeHead(303, { Location: '/' }).end();
      return;
    }
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': BROKER_PAGE_POLICY,
      })
      .end(renderBrokerPage(postbacks, searchParams.get('click_id') ?? ''));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(ports.broker, HOST, () => resolve());
  });
  return () => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
}
