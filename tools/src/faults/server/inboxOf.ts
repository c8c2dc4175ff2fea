import * as z from 'zod/mini';
import { addressesOf } from '../../suite/environment';
import { type Ports } from '../../suite/ports';
import { eventually } from './eventually';

const messagesSchema = z.array(z.object({ to: z.string(), subject: z.string() }));
type Message = z.infer<typeof messagesSchema>[number];

/** The mails that the suite's mail server took for this address, newest first. */
export async function mailsTo(ports: Ports, address: string): Promise<Message[]> {
  const query = new URLSearchParams({ to: address }).toString();
  const reply = await fetch(`${addressesOf(ports).inbox}/api/messages?${query}`);
  return messagesSchema.parse(await reply.json());
}

/** The confirmation code of the newest mail to this address, once so many have come. */
export const mailedCode = (ports: Ports, address: string, mails: number): Promise<string> =>
  eventually(`mail ${mails} to ${address}`, async () => {
    const all = await mailsTo(ports, address);
    return all.length < mails ? null : (all[0]?.subject.split(' ')[0] ?? null);
  });
