/** A received mail, one for each of its recipients. `receivedAt` is ISO 8601. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const LIMITS = { messages: 500, characters: 20_000_000 };

const sizeOf = ({ subject, text, html }: Message) => subject.length + text.length + html.length;

/** Keeps the newest mails in memory, as many as the limits allow. */
export function createMailbox(limits = LIMITS) {
  let messages: Message[] = [];

  function trim() {
    let characters = 0;
    messages = messages.filter((message, index) => {
      characters += sizeOf(message);
      return index < limits.messages && characters <= limits.characters;
    });
  }

  return {
    add(message: Message) {
      messages.unshift(message);
      trim();
    },
    /** The mails to an address, upper and lower case alike, newest first; all mails when it is empty. */
    list(to: string): Message[] {
      const address = to.trim().toLowerCase();
      return messages.filter((message) => address === '' || message.to.toLowerCase() === address);
    },
    clear() {
      messages = [];
    },
  };
}

export type Mailbox = ReturnType<typeof createMailbox>;
