import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

const BODY_HEADERS = ['content-length', 'transfer-encoding'] as const;

const hiddenHeaders = new WeakMap<IncomingMessage, ReadonlyMap<string, string>>();

const hasRequest = (message: unknown): message is { readonly request: IncomingMessage } =>
  typeof message === 'object' &&
  message !== null &&
  'request' in message &&
  message.request instanceof IncomingMessage;

function hideBody(message: unknown): void {
  if (!hasRequest(message)) return;
  const { request } = message;
  const hidden = new Map<string, string>();
  for (const name of BODY_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) hidden.set(name, value);
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete request.headers[name];
  }
  hiddenHeaders.set(request, hidden);
}

const CHANNEL = 'http.server.request.start';

/**
 * Makes every request of this process look as if it had no body. Otherwise the functions framework
 * would store and inflate up to 1 GB of it before our limits apply.
 * @returns stops it for later requests
 */
export function hideBodies(): () => void {
  subscribe(CHANNEL, hideBody);
  return () => {
    unsubscribe(CHANNEL, hideBody);
  };
}

/** Undoes {@link hideBodies} for a request that reached our code. */
export function revealBody(request: IncomingMessage): void {
  for (const [name, value] of hiddenHeaders.get(request) ?? []) request.headers[name] = value;
}
