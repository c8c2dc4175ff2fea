import * as z from 'zod/mini';
import { unsignedToken } from '../../unsignedToken';

export const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const sidOf = (token: string): string =>
  z.object({ sid: z.string() }).parse(payloadOf(token)).sid;

/**
 * For the suite's project, without a session unless `claims` name one. See {@link unsignedToken}.
 */
export const forgedToken = (uid: string, claims: object = {}): string =>
  unsignedToken(process.env['GCLOUD_PROJECT'] ?? '', uid, {
    auth_time: Math.floor(Date.now() / 1000),
    ...claims,
  });
