import type { Brand } from '@quantalgo/contracts/core/brand';
import type { BuiltSite } from './cache';

declare global {
  interface ImportMetaEnv {
    readonly SITE: BuiltSite;
    readonly BRAND?: Brand;
    readonly VITE_FIREBASE?: string;
    readonly VITE_BUILD?: string;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}
