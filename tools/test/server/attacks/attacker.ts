import { randomUUID } from 'node:crypto';
import { list, readDocument, site, upload } from '../../fixtures/client';

export const isAttackable = ['SITE_URL', 'INBOX_URL'].every((name) => process.env[name]);

export async function probeAccess(token: string, uid: string, at = process.env['SITE_URL'] ?? '') {
  return {
    api: (await site('/auth/me', { token, at })).status,
    record: await readDocument(`users/${uid}`, token),
    tickets: await list('tickets', token),
    upload: await upload(`proofs/${uid}/${randomUUID()}`, token),
  };
}

/** {@link probeAccess} of a token that opens nothing. */
export const NO_ACCESS = { api: 401, record: 403, tickets: 403, upload: 403 };
