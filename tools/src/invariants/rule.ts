import { type Stored, type World } from './world';

/** One promise about all that is stored. */
export interface Rule {
  /** What must hold, as a sentence. */
  readonly says: string;
  /** Where it does not hold, in a sentence for each place; none where all is well. */
  readonly broken: (world: World) => string[];
}

/** The values that more than one of the entries has, each with who has it. */
export function shared(entries: readonly (readonly [value: string, holder: string])[]) {
  const holders = new Map<string, string[]>();
  for (const [value, holder] of entries)
    holders.set(value, [...(holders.get(value) ?? []), holder]);
  return [...holders].filter(([, all]) => all.length > 1);
}

/** Documents by their id. */
export const byId = <T>(stored: readonly Stored<T>[]): ReadonlyMap<string, T> =>
  new Map(stored.map(({ id, data }) => [id, data]));
