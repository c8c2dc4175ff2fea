import { startInbox } from '../../inbox/inbox';
import { createMailbox } from '../../inbox/messages';
import { type Ports } from '../../suite/ports';

/** The mail server of a suite, which can be down or full. What it took stays. */
export interface MailSink {
  readonly goDown: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  readonly setFull: (isFull: boolean) => void;
}

/** Starts the mail server of a suite that was started without one. */
export async function startMailSink(ports: Ports): Promise<MailSink> {
  const mailbox = createMailbox();
  let full = false;
  const start = () => startInbox(ports, { mailbox, isFull: () => full });
  let stop: (() => Promise<void>) | null = await start();
  return {
    goDown: async () => {
      await stop?.();
      stop = null;
    },
    comeBack: async () => {
      stop ??= await start();
    },
    setFull: (isFull) => {
      full = isFull;
    },
  };
}
