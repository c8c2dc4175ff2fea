import * as z from 'zod/mini';
import { unsignedToken } from '../../unsignedToken';

export const decodePayload = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const readTokenSid = (token: string): string =>
  z.object({ sid: z.string() }).parse(decodePayload(token)).sid;

/**
 * For the emulated project. Has no session unless `claims` names one. See {@link unsignedToken}.
 */
export const forgedToken = (uid: string, claims: object = {}): string =>
  unsignedToken(process.env['GCLOUD_PROJECT'] ?? '', uid, {
    auth_time: Math.floor(Date.now() / 1000),
    ...claims,
  });
