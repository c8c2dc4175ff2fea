import type { Brand } from '@quantalgo/contracts/core/brand';
import type { Site } from './cache';

declare global {
  interface ImportMetaEnv {
    readonly SITE: Site;
    readonly BRAND?: Brand;
    readonly VITE_FIREBASE?: string;
    readonly VITE_BUILD?: string;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}
