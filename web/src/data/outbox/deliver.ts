import { outcomeOf, type Outcome } from './attempt';
import type { OutboxItem } from './item';
import { sendProof } from './kinds/sendProof';
import { sendSettings } from './kinds/sendSettings';
import { sendSetup } from './kinds/sendSetup';
import { closeTicket, openTicket, replyToTicket } from './kinds/sendTicket';

function send(item: OutboxItem, stopped: AbortSignal): Promise<Outcome> {
  const { content } = item;
  switch (content.kind) {
    case 'proof':
      return sendProof({ ...item, content }, stopped);
    case 'setup':
      return sendSetup({ ...item, content }, stopped);
    case 'ticket':
      return openTicket({ ...item, content });
    case 'reply':
      return replyToTicket({ ...item, content });
    case 'close':
      return closeTicket({ ...item, content });
    case 'settings':
      return sendSettings({ ...item, content });
  }
}

/** Brings an item to the server, which counts it once, however often it comes. Never rejects. */
export const deliver = (item: OutboxItem, stopped: AbortSignal): Promise<Outcome> =>
  send(item, stopped).catch(outcomeOf);
