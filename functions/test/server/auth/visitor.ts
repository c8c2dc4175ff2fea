import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';
import { renderEmail } from '../../../src/domain/email/email';
import { isTemplateName } from '../../../src/domain/email/templates';
import type { Api } from '../http/suite';

export const PASSWORD = 'Trader2026';

export const newAddress = () => `${randomUUID()}@example.test`;

export const registration = (email: string, changes: object = {}) => ({
  fullName: 'Ada Obi',
  email,
  phone: '+234 801 234 5678',
  country: 'Nigeria',
  password: PASSWORD,
  ...changes,
});

export const post = (api: Api, path: string, body?: unknown, token?: string) =>
  api.call(path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });

const textsSchema = z.record(z.string(), z.string());
const SITE = { siteUrl: 'https://quantalgo.test', brand: DEMONSTRATION_BRAND };

const mailSchema = z.object({
  template: z.string(),
  to: z.string(),
  parameters: textsSchema,
  sealed: z.nullable(z.string()),
  createdAt: firestoreTimeSchema,
});

/** Renders the address's emails in the outbox, newest first. */
export async function mailsTo(api: Api, email: string) {
  const { docs } = await api.firestore.collection('mail').where('to', '==', email).get();
  const mails = docs.map((document) => mailSchema.parse(document.data()));
  mails.sort((a, b) => b.createdAt - a.createdAt);
  return mails.map(({ template, parameters, sealed }) => {
    if (!isTemplateName(template)) throw new Error(`There is no template ${template}`);
    const secrets =
      sealed === null ? {} : textsSchema.parse(JSON.parse(api.mailSecrets.open(sealed)));
    const given = { ...parameters, ...secrets };
    return { template, given, ...renderEmail(template, given, SITE) };
  });
}

export async function readMailSecret(api: Api, email: string, parameter: 'code' | 'token') {
  const [mail] = await mailsTo(api, email);
  return mail?.given[parameter] ?? '';
}

export async function newMember(api: Api, email = newAddress()) {
  await post(api, '/auth/register', registration(email));
  const confirmationCode = await readMailSecret(api, email, 'code');
  const { envelope } = await post(api, '/auth/confirm-code', { email, confirmationCode });
  return { email, ...sessionSchema.parse(envelope?.data) };
}
