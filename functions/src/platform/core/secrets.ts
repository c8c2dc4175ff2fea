import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';
import type { Draw } from '../../domain/auth/codes';

export interface Digester {
  /** Keyed, so it reveals nothing about the text. Digests differ between purposes. */
  digest(purpose: string, text: string): string;
}

export interface Sealer {
  seal(text: string): string;
}

export interface Opener {
  open(sealed: string): string;
}

export interface Secrets extends Digester, Sealer, Opener {}

const PEPPER_PATTERN = /^(\d+):(\S{32,})$/;

/** `2:<text> 1:<text>`, newest first. @throws Error on another format, or a repeated version */
export function parsePeppers(secret: string): ReadonlyMap<number, string> {
  const peppers = secret.split(' ').flatMap((pepper): [number, string][] => {
    const [, version, text] = PEPPER_PATTERN.exec(pepper) ?? [];
    return version === undefined || text === undefined ? [] : [[Number(version), text]];
  });
  const byVersion = new Map(peppers);
  if (byVersion.size !== secret.split(' ').length)
    throw new Error('Write peppers as <version>:<32 characters or more>, newest first');
  return byVersion;
}

const CIPHER = 'aes-256-gcm';

const IV_BYTES = 12;

const TAG_BYTES = 16;

const deriveKey = (key: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', use, 32));

/** For functions that don't get the secret of `variable`. */
export const createMissingDigester = (variable: string): Digester => ({
  digest() {
    throw new Error(`This function has no access to ${variable}`);
  },
});

/** HMAC-SHA-256 digests, and sealing with AES-256-GCM. */
export function createSecrets(key: string): Secrets {
  const digestKey = deriveKey(key, 'digests');
  const sealKey = deriveKey(key, 'sealing');
  return {
    digest: (purpose, text) =>
      createHmac('sha256', digestKey).update(`${purpose}\n${text}`).digest('base64url'),
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      const iv = bytes.subarray(0, IV_BYTES);
      // Without its length, a shortened tag would be accepted.
      const decipher = createDecipheriv(CIPHER, sealKey, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

export const draw: Draw = (below) => randomInt(below);
