import type { Brand, Controller, WitnessPolicy } from '@quantalgo/contracts';

declare global {
  interface ImportMetaEnv {
    readonly VITE_FIREBASE?: string;
    readonly VITE_BUILD?: string;
    readonly BRAND?: Brand;
    readonly CONTROLLER?: Controller;
    readonly WITNESS_POLICY?: WitnessPolicy | null;
  }
}
