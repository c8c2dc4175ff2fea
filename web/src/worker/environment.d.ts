import type { Brand } from '@quantalgo/contracts';
import type { Site } from './cache';

declare global {
  /** Of an installation, in browsers that route requests by themselves. */
  interface ExtendableEvent {
    readonly addRoutes?: (routes: readonly object[]) => Promise<void>;
  }
  interface ImportMetaEnv {
    /** Defined by the build. */
    readonly SITE: Site;
    readonly BRAND?: Brand;
    readonly VITE_FIREBASE?: string;
    readonly VITE_BUILD?: string;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}
