import * as z from 'zod/mini';
import { unsignedToken } from '../../unsignedToken';

/** The claims of a token, unchecked. */
export const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** When the session of a token began, in epoch seconds. */
export const authTimeOf = (token: string): number =>
  z.object({ auth_time: z.number() }).parse(payloadOf(token)).auth_time;

/** A forged token of the suite's project, of a session that begins now. See {@link unsignedToken}. */
export const forgedToken = (uid: string, claims: object = {}): string =>
  unsignedToken(process.env['GCLOUD_PROJECT'] ?? '', uid, {
    auth_time: Math.floor(Date.now() / 1000),
    ...claims,
  });
