import type { Brand, Controller } from '@quantalgo/contracts';

declare global {
  interface ImportMetaEnv {
    readonly VITE_FIREBASE?: string;
    readonly VITE_BUILD?: string;
    readonly BRAND?: Brand;
    readonly CONTROLLER?: Controller;
  }
}
