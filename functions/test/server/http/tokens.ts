import * as z from 'zod/mini';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of a token, unchecked. */
export const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** When the session of a token began, in epoch seconds. */
export const authTimeOf = (token: string): number =>
  z.object({ auth_time: z.number() }).parse(payloadOf(token)).auth_time;

/**
 * An unsigned ID token, as the Auth emulator issues them and takes them: whoever tests against it can forge any claim.
 * @param claims beyond those that every token has, or in their place
 */
export function unsignedToken(uid: string, claims: object = {}): string {
  const project = process.env['GCLOUD_PROJECT'] ?? '';
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: uid,
    user_id: uid,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}
