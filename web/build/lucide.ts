import type { Plugin } from 'vite';

export const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

const ICON_KEY = /,\s*key: "[a-z0-9]+"/g;

/** Lucide's keys are random letters, which don't compress. */
export const removeIconKeys = (icon: string): string => icon.replace(ICON_KEY, '');

/**
 * Removes the React keys of Lucide's shapes. Their order never changes, so React doesn't need them.
 * Saves 0.6 kB on the signal screen's first load.
 */
export const lucide = (): Plugin => ({
  name: 'lucide',
  apply: 'build',
  transform: {
    filter: { id: ICON_FILE },
    handler: (icon) => ({ code: removeIconKeys(icon), map: null }),
  },
});
