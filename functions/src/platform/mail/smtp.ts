import { createTransport } from 'nodemailer';
import type { RenderedMail } from '../../domain/mail/blocks';

/** A mail on its way; `id` is the same for every attempt, so that a receiver can tell them for one. */
export interface OutgoingMail extends RenderedMail {
  readonly id: string;
  readonly to: string;
}

/** Hands a mail to a mail server, which takes it or throws. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

const TIMEOUT_MS = 20_000;

/** Sends through the mail server at `url` (smtp:// or smtps://), as `from`. */
export function smtpSender(url: string, from: string): SendMail {
  const transport = createTransport(url, { from });
  const domain = from.replace(/^.*@|>.*$/g, '');
  return async ({ id, to, subject, text, html }) => {
    const sending = transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
    });
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The mail server took too long')), TIMEOUT_MS).unref();
    });
    await Promise.race([sending, late]);
  };
}

/** True for a mail server's word that trying again is of no use: a reply of 500 or more. */
export const isFinal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;
