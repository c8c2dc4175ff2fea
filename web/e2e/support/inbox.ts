import { expect } from '@playwright/test';
import * as z from 'zod/mini';
import { addresses } from './suite';

const messagesSchema = z.array(z.object({ subject: z.string(), text: z.string() }));
type Message = z.infer<typeof messagesSchema>[number];

/** Waits for an email to this address with a matching subject. */
export async function mailTo(address: string, subject: RegExp): Promise<Message> {
  let message: Message | undefined;
  await expect(async () => {
    const query = new URLSearchParams({ to: address }).toString();
    const reply = await fetch(`${addresses.inbox}/api/messages?${query}`);
    message = messagesSchema.parse(await reply.json()).find((mail) => subject.test(mail.subject));
    expect(message).toBeDefined();
  }).toPass({ timeout: 45_000 });
  if (!message) throw new Error(`No mail to ${address}`);
  return message;
}

/** The confirmation code emailed to this address, read from the subject. */
export async function mailedCode(address: string): Promise<string> {
  const { subject } = await mailTo(address, /confirmation code$/);
  return subject.split(' ')[0] ?? '';
}
