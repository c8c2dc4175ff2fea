import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { RenderedEmail } from '../../domain/email/email';

/** `id` is the same for every attempt, so that receivers can recognise duplicates. */
export interface OutgoingEmail extends RenderedEmail {
  readonly id: string;
  readonly to: string;
}

export type SendEmail = (mail: OutgoingEmail) => Promise<void>;

const MAX_CONNECTIONS = 5;

const SEND_TIMEOUT_MS = 20_000;

const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Uses a few persistent connections, always encrypted: from the start (smtps://) or by STARTTLS
 * (smtp://).
 */
export function createSmtpSender(url: string, from: string): SendEmail {
  const requireTLS = !LOCAL_HOSTS.has(new URL(url).hostname);
  const pool = { pool: true, maxConnections: MAX_CONNECTIONS } as const;
  const transport = createTransport({ url, requireTLS, ...pool }, { from });
  const domain = from.replace(/^.*@|>.*$/g, '');
  return async ({ id, to, subject, text, html }) => {
    const delivery = transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
    });
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The mail server timed out')), SEND_TIMEOUT_MS).unref();
    });
    await Promise.race([delivery, timeout]);
  };
}

/**
 * nodemailer's names of the commands whose refusal concerns a single email. Greeting, login and
 * sender are the same for all.
 */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA'] as const;

const refusalSchema = z.object({
  responseCode: z.number().check(z.gte(500)),
  command: z.enum(RECIPIENT_COMMANDS),
});

/**
 * True if the server refused this email for good. Refusals of our own account can be fixed, so they
 * aren't final.
 */
export const isFinalRefusal = (error: unknown): boolean =>
  z.safeParse(refusalSchema, error).success;
