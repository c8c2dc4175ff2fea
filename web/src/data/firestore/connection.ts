import { type Channel, databaseName, openChannel } from './channel';
import type { Document } from './document';
import { ListenError, listenResponseSchema } from './messages';
import { type Query, targetOf } from './query';
import { type Listener, Targets } from './targets';

/** A connection over which the database reports the documents of queries. */
export interface Connection {
  /** Listens to a query: told of its documents once they are complete, and of each change. @returns the stop */
  readonly listen: (query: Query, listener: Listener) => () => void;
  /** The documents of a query as they are now. @throws ListenError if the server refuses, or the connection ends */
  readonly fetch: (query: Query) => Promise<readonly Document[]>;
  /** Ends the connection. Its listeners are not told. */
  readonly close: () => void;
}

/** The first documents that a listener is told of, which then stops. @throws ListenError as {@link Connection.fetch} */
const firstOf = (listen: Connection['listen'], query: Query, ended: AbortSignal) =>
  new Promise<readonly Document[]>((resolve, reject) => {
    const cancel = () => reject(new ListenError('CANCELLED'));
    if (ended.aborted) return cancel();
    ended.addEventListener('abort', cancel);
    const finish = () => {
      ended.removeEventListener('abort', cancel);
      stop();
    };
    const stop = listen(query, {
      onSnapshot: ({ documents }) => {
        resolve(documents);
        finish();
      },
      onError: (error) => {
        reject(error);
        finish();
      },
    });
  });

/** A query that is unanswered while nothing arrives for this long (ms) was lost on the way. */
const ANSWERED_WITHIN_MS = 15_000;

/**
 * Opens a connection, whose first messages wait for the token.
 * @param token resolves to the member's ID token, null where there is none
 * @param onEnd called once, if the connection ends by itself or the token can't be had; its listeners are not told
 */
export function openConnection(
  token: Promise<string | null>,
  onEnd: (error: unknown) => void,
): Connection {
  const database = databaseName();
  const targets = new Targets();
  const ended = new AbortController();
  const waiting: object[] = [];
  let channel: Channel | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const endWith = (error: unknown) => {
    if (ended.signal.aborted) return;
    close();
    onEnd(error);
  };
  const onSilence = () => {
    if (!targets.areCurrent) endWith(new ListenError('DEADLINE_EXCEEDED'));
  };
  const watchSilence = () => {
    clearTimeout(silence);
    if (!targets.areCurrent && !ended.signal.aborted)
      silence = setTimeout(onSilence, ANSWERED_WITHIN_MS);
  };
  const receive = (message: unknown) => {
    // The server wraps some errors in a list.
    const { data } = listenResponseSchema.safeParse(Array.isArray(message) ? message[0] : message);
    if (!data) return endWith(new ListenError('DATA_LOSS'));
    if (data.error) return endWith(new ListenError(data.error.status));
    targets.receive(data);
    watchSilence();
  };
  const open = (text: string | null) => {
    if (ended.signal.aborted) return;
    channel = openChannel(text, receive, endWith);
    for (const message of waiting) channel.send(message);
  };
  token.then(open).catch(endWith);
  const send = (message: object) => {
    if (channel) channel.send({ database, ...message });
    else waiting.push({ database, ...message });
  };
  const listen = (query: Query, listener: Listener) => {
    const targetId = targets.add(query, listener);
    send({ addTarget: { targetId, ...targetOf(query, `${database}/documents`) } });
    watchSilence();
    return () => {
      if (targets.remove(targetId) && !ended.signal.aborted) send({ removeTarget: targetId });
    };
  };
  const fetch = (query: Query) => firstOf(listen, query, ended.signal);
  const close = () => {
    clearTimeout(silence);
    ended.abort();
    channel?.close();
  };
  return { listen, fetch, close };
}
