import type { Brand } from '@quantalgo/contracts';
import type { Site } from './cache';

declare global {
  interface ImportMetaEnv {
    /** Told by the build. */
    readonly SITE: Site;
    readonly BRAND?: Brand;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}
