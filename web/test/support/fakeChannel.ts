import type * as real from '../../src/data/firestore/channel';
import type { ListenError } from '../../src/data/firestore/messages';

/** A connection to the database that a test plays the server of. */
export interface FakeChannel {
  readonly token: string | null;
  readonly sent: object[];
  readonly bring: (message: unknown) => void;
  readonly end: (error: ListenError) => void;
  isClosed: boolean;
}

/** Those opened in this test, the oldest first. */
export const channels: FakeChannel[] = [];

export const databaseName: typeof real.databaseName = () =>
  'projects/demo-test/databases/(default)';

export const openChannel: typeof real.openChannel = (token, bring, end) => {
  const channel: FakeChannel = { token, sent: [], bring, end, isClosed: false };
  channels.push(channel);
  return {
    send: (message) => channel.sent.push(message),
    close: () => {
      channel.isClosed = true;
    },
  };
};
