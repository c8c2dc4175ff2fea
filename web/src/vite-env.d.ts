import type { Brand } from '@quantalgo/contracts/core/brand';
import type { Controller } from '@quantalgo/contracts/legal/controller';

declare global {
  interface ImportMetaEnv {
    readonly VITE_FIREBASE?: string;
    readonly VITE_BUILD?: string;
    readonly BRAND?: Brand;
    readonly CONTROLLER?: Controller;
  }
}
