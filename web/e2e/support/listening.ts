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

/** The id in the answer to a connection's first request; undefined where the page was closed before it could be read. */
const idIn = (response: Response): Promise<string | undefined> =>
  response.text().then(parseChannelId, () => undefined);

/** A connection that a page began. */
interface Begun {
  readonly first: Request;
  readonly id: Promise<string | undefined>;
}

/** Ends what a page still listens to over a connection, by all requests that it made. */
async function endListening({ first, id }: Begun, requests: readonly Request[]): Promise<void> {
  const known = await id;
  if (known === undefined) return;
  const channel = new ListenChannel(new URL(first.url()), known);
  for (const request of requests) {
    const url = new URL(request.url());
    const isOfIt = request === first || url.searchParams.get('SID') === known;
    if (isOfIt) channel.note(url, request.postData() ?? '', Promise.resolve());
  }
  await channel.end();
}

/** Whether a request carries messages of a page to the database. */
function carriesMessages(request: Request): boolean {
  const url = new URL(request.url());
  const isClosing = url.searchParams.get('TYPE') === 'terminate';
  return request.method() === 'POST' && isListenChannel(url) && !isClosing;
}

function followPage(page: Page): void {
  const requests: Request[] = [];
  const begun: Begun[] = [];
  page.on('request', (request) => {
    if (carriesMessages(request)) requests.push(request);
  });
  page.on('response', (response) => {
    const first = response.request();
    if (carriesMessages(first) && !new URL(first.url()).searchParams.has('SID'))
      begun.push({ first, id: idIn(response) });
  });
  page.on('close', () => {
    for (const one of begun) void endListening(one, requests);
  });
}

/** Ends what the pages of a browser listen to once they are closed, as the emulator would go on with it for ever. */
export function endListeningOf(context: BrowserContext): void {
  context.pages().forEach(followPage);
  context.on('page', followPage);
}

/** A test whose pages leave nothing behind that the emulator goes on with. */
export const test = base.extend<object, { endListeningOf: typeof endListeningOf }>({
  endListeningOf: [
    async ({ browser }, use) => {
      browser.on('context', endListeningOf);
      await use(endListeningOf);
    },
    { scope: 'worker', auto: true },
  ],
});
