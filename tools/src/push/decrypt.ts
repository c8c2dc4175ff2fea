import { createDecipheriv, createPublicKey, hkdfSync, verify, type ECDH } from 'node:crypto';
import * as z from 'zod/mini';

const SALT_BYTES = 16;
const RECORD_SIZE_BYTES = 4;
const TAG_BYTES = 16;

const derive = (salt: Buffer, key: Buffer, use: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, use, bytes));

/** The keys that a browser made for a subscription. */
export interface BrowserKeys {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

/**
 * What a push message says, decrypted as a browser does it: RFC 8291, in one record of RFC 8188.
 * @throws Error where it was encrypted for another browser, or changed since
 */
export function decrypt({ ecdh, auth }: BrowserKeys, message: Buffer): string {
  const salt = message.subarray(0, SALT_BYTES);
  const lengthAt = SALT_BYTES + RECORD_SIZE_BYTES;
  const keyEnd = lengthAt + 1 + message.readUInt8(lengthAt);
  const serverKey = message.subarray(lengthAt + 1, keyEnd);
  const keys = Buffer.concat([ecdh.getPublicKey(), serverKey]);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys]);
  const secret = derive(auth, ecdh.computeSecret(serverKey), info, 32);
  const key = derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(salt, secret, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(message.subarray(-TAG_BYTES));
  const body = message.subarray(keyEnd, -TAG_BYTES);
  const padded = Buffer.concat([decipher.update(body), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

const claimsSchema = z.object({ aud: z.string(), sub: z.string(), exp: z.int() });

const AUTHORIZATION = /^vapid t=([^.]+\.([^.]+))\.([^.]+), k=(.+)$/;

/**
 * What a server says of itself to a push service (RFC 8292), with the public key that signed it.
 * @throws Error where it is not signed with that key
 */
export function vapidOf(authorization: string) {
  const [, signed = '', claims = '', signature = '', key = ''] =
    AUTHORIZATION.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  if (x === undefined || y === undefined) throw new Error('A public key has two halves');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(signed), how, Buffer.from(signature, 'base64url')))
    throw new Error('The server is not whom it says');
  const text = Buffer.from(claims, 'base64url').toString();
  return { ...claimsSchema.parse(JSON.parse(text)), key };
}
