interface ImportMetaEnv {
  readonly VITE_FIREBASE?: string;
}
