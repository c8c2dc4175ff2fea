import type { Demand } from '@quantalgo/contracts';

/** The witnesses whose cosignatures this site demands, set by its build (`web/build/settings.ts`); null for none. */
export const DEMAND: Demand | null = import.meta.env.DEMAND ?? null;
