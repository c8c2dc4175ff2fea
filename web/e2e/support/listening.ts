import {
  test as base,
  type BrowserContext,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import {
  parseChannelId,
  isListenChannel,
  ListenChannel,
} from '@quantalgo/tools/suite/listenChannel';

/** The id in the response to a connection's first request; undefined if the page closed too early. */
const idIn = (response: Response): Promise<string | undefined> =>
  response.text().then(parseChannelId, () => undefined);

/** A connection that a page opened. */
interface Connection {
  readonly first: Request;
  readonly id: Promise<string | undefined>;
}

/** Ends everything that a page still listens to over a connection, as derived from its requests. */
async function endListening(
  { first, id }: Connection,
  requests: readonly Request[],
): Promise<void> {
  const channelId = await id;
  if (channelId === undefined) return;
  const channel = new ListenChannel(new URL(first.url()), channelId);
  for (const request of requests) {
    const url = new URL(request.url());
    const isOfIt = request === first || url.searchParams.get('SID') === channelId;
    if (isOfIt) channel.note(url, request.postData() ?? '', Promise.resolve());
  }
  await channel.end();
}

function carriesMessages(request: Request): boolean {
  const url = new URL(request.url());
  const isClosing = url.searchParams.get('TYPE') === 'terminate';
  return request.method() === 'POST' && isListenChannel(url) && !isClosing;
}

function followPage(page: Page): void {
  const requests: Request[] = [];
  const connections: Connection[] = [];
  page.on('request', (request) => {
    if (carriesMessages(request)) requests.push(request);
  });
  page.on('response', (response) => {
    const first = response.request();
    if (carriesMessages(first) && !new URL(first.url()).searchParams.has('SID'))
      connections.push({ first, id: idIn(response) });
  });
  page.on('close', () => {
    for (const one of connections) void endListening(one, requests);
  });
}

/** Ends the listeners of closed pages, which the emulator would serve forever. */
export function endListeningOf(context: BrowserContext): void {
  context.pages().forEach(followPage);
  context.on('page', followPage);
}

/** A test whose pages leave no listeners behind in the emulator. */
export const test = base.extend<object, { endListeningOf: typeof endListeningOf }>({
  endListeningOf: [
    async ({ browser }, use) => {
      browser.on('context', endListeningOf);
      await use(endListeningOf);
    },
    { scope: 'worker', auto: true },
  ],
});
