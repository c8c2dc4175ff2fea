import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';

const hiddenHeaders = new WeakMap<IncomingMessage, IncomingHttpHeaders>();

const hasRequest = (message: unknown): message is { readonly request: IncomingMessage } =>
  typeof message === 'object' &&
  message !== null &&
  'request' in message &&
  message.request instanceof IncomingMessage;

function hideBody(message: unknown): void {
  if (!hasRequest(message)) return;
  const { request } = message;
  const { 'content-length': length, 'transfer-encoding': encoding, ...others } = request.headers;
  hiddenHeaders.set(request, {
    ...(length !== undefined && { 'content-length': length }),
    ...(encoding !== undefined && { 'transfer-encoding': encoding }),
  });
  request.headers = others;
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
  Object.assign(request.headers, hiddenHeaders.get(request));
}
