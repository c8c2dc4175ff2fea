import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openChannel } from '../../../src/data/firestore/channel';
import { ListenError } from '../../../src/data/firestore/messages';

type Handler = (event: unknown) => void;

interface Line {
  url: string;
  options: object;
  readonly done: unknown[];
  readonly handlers: Map<string, Handler>;
}

/** A connection of WebChannel that a test plays the server of. */
const line = vi.hoisted((): Line => ({ url: '', options: {}, done: [], handlers: new Map() }));

vi.mock('@firebase/webchannel-wrapper/webchannel-blob', () => ({
  WebChannel: { EventType: { OPEN: 'open', CLOSE: 'close', ERROR: 'error', MESSAGE: 'message' } },
  createWebChannelTransport: () => ({
    createWebChannel: (url: string, options: object) => {
      Object.assign(line, { url, options });
      return {
        listen: (type: string, handler: Handler) => line.handlers.set(type, handler),
        open: () => line.done.push('open'),
        send: (message: object) => line.done.push(message),
        close: () => line.done.push('close'),
      };
    },
  }),
}));

vi.mock('../../../src/data/core/environment', () => ({
  firebaseEnvironment: () => ({
    projectId: 'demo-test',
    apiKey: 'key',
    appId: 'app',
    emulators: null,
  }),
}));

const onMessage = vi.fn();
const onEnd = vi.fn();

const happens = (type: string, event: unknown = {}) => line.handlers.get(type)?.(event);

beforeEach(() => {
  vi.resetAllMocks();
  line.done.length = 0;
});

describe('the connection to the database', () => {
  it('opens with its first message, and bears the token without a question ahead of it', () => {
    const channel = openChannel('token', onMessage, onEnd);
    expect(line.done).toEqual([]);
    channel.send({ first: true });
    channel.send({ second: true });
    expect(line.done).toEqual(['open', { first: true }, { second: true }]);
    expect(line.url).toBe(
      'https://firestore.googleapis.com/google.firestore.v1.Firestore/Listen/channel',
    );
    expect(line.options).toMatchObject({
      detectBufferingProxy: true,
      encodeInitMessageHeaders: true,
      initMessageHeaders: { Authorization: 'Bearer token', 'x-goog-api-key': 'key' },
      messageUrlParams: { database: 'projects/demo-test/databases/(default)' },
    });
  });

  it('bears no token where there is none', () => {
    openChannel(null, onMessage, onEnd);
    expect(line.options).not.toHaveProperty('initMessageHeaders.Authorization');
  });

  it('hands on what the server sends', () => {
    openChannel('token', onMessage, onEnd);
    happens('message', { data: [{ targetChange: {} }] });
    expect(onMessage).toHaveBeenCalledExactlyOnceWith({ targetChange: {} });
  });

  it.each(['close', 'error'])('ends by itself (%s) once', (type) => {
    openChannel('token', onMessage, onEnd);
    happens(type);
    happens(type);
    happens('message', { data: [{ targetChange: {} }] });
    expect(onMessage).not.toHaveBeenCalled();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(new ListenError('UNAVAILABLE'));
  });

  it('that was closed says and sends nothing', () => {
    const channel = openChannel('token', onMessage, onEnd);
    channel.send({});
    channel.close();
    happens('close');
    happens('message', { data: [{ targetChange: {} }] });
    channel.send({});
    expect(onEnd).not.toHaveBeenCalled();
    expect(onMessage).not.toHaveBeenCalled();
    expect(line.done).toEqual(['open', {}, 'close']);
  });
});
