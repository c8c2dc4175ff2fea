import * as z from 'zod/mini';
import { unsignedToken } from '../../unsignedToken';

/** The claims of a token, unchecked. */
export const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The session that a token names. */
export const sidOf = (token: string): string =>
  z.object({ sid: z.string() }).parse(payloadOf(token)).sid;

/** A forged token of the suite's project, of no session, unless `claims` name one. See {@link unsignedToken}. */
export const forgedToken = (uid: string, claims: object = {}): string =>
  unsignedToken(process.env['GCLOUD_PROJECT'] ?? '', uid, {
    auth_time: Math.floor(Date.now() / 1000),
    ...claims,
  });
