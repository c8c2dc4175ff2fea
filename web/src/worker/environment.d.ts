import type { Site } from './cache';

declare global {
  interface ImportMetaEnv {
    /** Told by the build. */
    readonly SITE: Site;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}
