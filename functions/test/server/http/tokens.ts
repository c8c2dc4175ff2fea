import * as z from 'zod/mini';
import { unsignedToken } from '../../unsignedToken';

export const decodePayload = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const readTokenSid = (token: string): string =>
  z.object({ sid: z.string() }).parse(decodePayload(token)).sid;

/**
 * For the suite's project, without a session unless `claims` name one. See {@link unsignedToken}.
 */
export const forgedToken = (uid: string, claims: object = {}): string =>
  unsignedToken(process.env['GCLOUD_PROJECT'] ?? '', uid, {
    auth_time: Math.floor(Date.now() / 1000),
    ...claims,
  });
