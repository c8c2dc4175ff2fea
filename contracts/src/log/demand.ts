import { COSIGNATURE, keyOfVerifier, verifierKey, type VerifyEd25519 } from './checkpoint';
import { cosignersOf } from './cosignature';
import type { Witness } from './witnesses';

/** Which witnesses a checkpoint must carry cosignatures of: so many of these. */
export interface Demand {
  /** Each witness's key, as it names it; no two are the same. */
  readonly keys: readonly string[];
  /** From one up to as many as there are keys. */
  readonly needed: number;
}

/**
 * How many of a deployment's witnesses must have cosigned: as its setting says, or else more than half.
 * @throws TypeError where there are not so many
 */
export function neededOf(witnesses: readonly Witness[], setting: number | undefined): number {
  if (setting === undefined) return Math.floor(witnesses.length / 2) + 1;
  if (Number.isInteger(setting) && setting >= 1 && setting <= witnesses.length) return setting;
  throw new TypeError(`${setting} of ${witnesses.length} witnesses can't be needed`);
}

/** What a deployment demands with these witnesses; null where it has none. */
export const demandOf = (witnesses: readonly Witness[], needed: number): Demand | null =>
  witnesses.length === 0
    ? null
    : { keys: witnesses.map(({ key }) => verifierKey(key, COSIGNATURE)), needed };

/** Whether every set of cosigners that meets the first demand also meets the second. */
export function impliesDemand(first: Demand, second: Demand): boolean {
  const strangers = first.keys.filter((key) => !second.keys.includes(key)).length;
  return first.needed - strangers >= second.needed;
}

/** The demands that another one adds to, without those that follow from others: nothing is ever demanded less. */
export function withDemand<D extends Demand>(demands: readonly D[], added: D): D[] {
  if (demands.some((one) => impliesDemand(one, added))) return [...demands];
  return [...demands.filter((one) => !impliesDemand(added, one)), added];
}

/**
 * The names of the demanded witnesses that cosigned a checkpoint, each once.
 * @throws TypeError where the note isn't a signed note, or a key is none
 */
export async function demandedCosigners(
  note: string,
  { keys }: Pick<Demand, 'keys'>,
  verify: VerifyEd25519,
): Promise<string[]> {
  const witnesses = keys.map((key) => keyOfVerifier(key, COSIGNATURE));
  return (await cosignersOf(note, witnesses, verify)).map(({ name }) => name);
}
