interface ImportMetaEnv {
  readonly VITE_FIREBASE?: string;
  readonly VITE_BUILD?: string;
  readonly BRAND?: import('@quantalgo/contracts').Brand;
}
