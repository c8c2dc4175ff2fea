import {
  createWebChannelTransport,
  WebChannel,
  type WebChannelOptions,
} from '@firebase/webchannel-wrapper/webchannel-blob';
import * as z from 'zod/mini';
import { firebaseEnvironment } from '../core/environment';
import { ListenError } from './messages';

/** A two-way connection to `Firestore.Listen`. */
export interface Channel {
  /** Sends a message; the first ones go out with the request that opens the connection. */
  readonly send: (message: object) => void;
  readonly close: () => void;
}

/** Ends one request after this time (ms) at the latest; lines that are gone are noticed by the browser. */
const REQUEST_MS = 600_000;

const eventSchema = z.object({ data: z.array(z.unknown()) });

/** Name of the project's database. */
export const databaseName = (): string =>
  `projects/${firebaseEnvironment().projectId}/databases/(default)`;

function address(): string {
  const { emulators } = firebaseEnvironment();
  const origin = emulators
    ? `http://${emulators.firestore.host}:${emulators.firestore.port}`
    : 'https://firestore.googleapis.com';
  return `${origin}/google.firestore.v1.Firestore/Listen/channel`;
}

/** Headers that Firebase's own client sends too. */
function headersFor(token: string | null): Readonly<Record<string, string>> {
  const { projectId, apiKey, appId } = firebaseEnvironment();
  return {
    'Content-Type': 'text/plain',
    'X-Firebase-GMPID': appId,
    'x-goog-api-key': apiKey,
    'google-cloud-resource-prefix': databaseName(),
    'x-goog-request-params': `project_id=${projectId}`,
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  };
}

function optionsFor(token: string | null): WebChannelOptions {
  const initMessageHeaders: WebChannelOptions['initMessageHeaders'] = {};
  return {
    // The server that holds the connection is found by it.
    httpSessionIdParam: 'gsessionid',
    messageUrlParams: { database: databaseName() },
    initMessageHeaders: Object.assign(initMessageHeaders, headersFor(token)),
    // In the body of the first request, which then needs no question ahead of it (CORS).
    encodeInitMessageHeaders: true,
    sendRawJson: true,
    supportsCrossDomainXhr: true,
    useFetchStreams: true,
    // Where a proxy holds answers back until they end, each of them ends at once. The search for one gives a request up
    // that answers late; the server then sends again what it had sent there, and the emulator doesn't.
    detectBufferingProxy: firebaseEnvironment().emulators === null,
    internalChannelParams: { forwardChannelRequestTimeoutMs: REQUEST_MS },
  };
}

/**
 * Opens a connection by WebChannel, with the member's token.
 * @param onEnd called once, if the connection ends by itself
 */
export function openChannel(
  token: string | null,
  onMessage: (message: unknown) => void,
  onEnd: (error: ListenError) => void,
): Channel {
  const channel = createWebChannelTransport().createWebChannel(address(), optionsFor(token));
  let isOpen = false;
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(new ListenError('UNAVAILABLE'));
  };
  channel.listen(WebChannel.EventType.CLOSE, end);
  channel.listen(WebChannel.EventType.ERROR, end);
  channel.listen(WebChannel.EventType.MESSAGE, (event) => {
    for (const message of eventSchema.parse(event).data) if (!hasEnded) onMessage(message);
  });
  return {
    send: (message) => {
      if (hasEnded) return;
      if (!isOpen) channel.open();
      isOpen = true;
      channel.send(message);
    },
    close: () => {
      hasEnded = true;
      channel.close();
    },
  };
}
