import { COSIGNATURE, keyOfVerifier, verifierKey, type VerifyEd25519 } from './checkpoint';
import { cosignersOf } from './cosignature';
import type { Witness } from './witnesses';

/** Which witnesses a checkpoint must carry cosignatures of: so many of these. */
export interface WitnessPolicy {
  /** Each witness's key, as it names it; no two are the same. */
  readonly keys: readonly string[];
  /** From one up to as many as there are keys. */
  readonly needed: number;
}

/**
 * How many of a deployment's witnesses must have cosigned: as its setting says, or else more than half.
 * @throws TypeError where there are not so many
 */
export function quorumOf(witnesses: readonly Witness[], setting: number | undefined): number {
  if (setting === undefined) return Math.floor(witnesses.length / 2) + 1;
  if (Number.isInteger(setting) && setting >= 1 && setting <= witnesses.length) return setting;
  throw new TypeError(`${setting} of ${witnesses.length} witnesses can't be needed`);
}

/** What a deployment demands with these witnesses; null where it has none. */
export const witnessPolicyOf = (
  witnesses: readonly Witness[],
  needed: number,
): WitnessPolicy | null =>
  witnesses.length === 0
    ? null
    : { keys: witnesses.map(({ key }) => verifierKey(key, COSIGNATURE)), needed };

/** Whether every set of cosigners that meets the first policy also meets the second. */
export function impliesPolicy(first: WitnessPolicy, second: WitnessPolicy): boolean {
  const strangers = first.keys.filter((key) => !second.keys.includes(key)).length;
  return first.needed - strangers >= second.needed;
}

/** The policies that another one adds to, without those that follow from others: nothing is ever demanded less. */
export function withPolicy<D extends WitnessPolicy>(policies: readonly D[], added: D): D[] {
  if (policies.some((one) => impliesPolicy(one, added))) return [...policies];
  return [...policies.filter((one) => !impliesPolicy(added, one)), added];
}

/**
 * The names of the demanded witnesses that cosigned a checkpoint, each once.
 * @throws TypeError where the note isn't a signed note, or a key is none
 */
export async function cosignersRequired(
  note: string,
  { keys }: Pick<WitnessPolicy, 'keys'>,
  verify: VerifyEd25519,
): Promise<string[]> {
  const witnesses = keys.map((key) => keyOfVerifier(key, COSIGNATURE));
  return (await cosignersOf(note, witnesses, verify)).map(({ name }) => name);
}
