import { COSIGNATURE, keyOfVerifier, type NoteKey } from './checkpoint';

/** A witness that a deployment asks to cosign its checkpoints. */
export interface Witness {
  readonly key: NoteKey;
  /** Where it takes submissions (C2SP tlog-witness): its `add-checkpoint`. */
  readonly url: string;
}

/**
 * The witnesses in a setting: each its key, as it names it, a blank and its address, separated by commas.
 * @throws TypeError where one is none, or two have one name
 */
export function witnessesIn(text: string): Witness[] {
  const witnesses = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [key = '', url = '', ...rest] = one.split(/\s+/);
      if (!/^https?:\/\/[^\s/]+\/\S+$/.test(url) || rest.length > 0)
        throw new TypeError('A witness is its key, a blank, and the address of its add-checkpoint');
      return { key: keyOfVerifier(key, COSIGNATURE), url };
    });
  if (new Set(witnesses.map(({ key }) => key.name)).size < witnesses.length)
    throw new TypeError('Two witnesses have one name');
  return witnesses;
}
