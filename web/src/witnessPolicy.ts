import type { WitnessPolicy } from '@quantalgo/contracts';

/** The witnesses whose cosignatures this site demands, set by its build (`web/build/settings.ts`); null for none. */
export const WITNESS_POLICY: WitnessPolicy | null = import.meta.env.WITNESS_POLICY ?? null;
