import type { Plugin } from 'vite';

/** The path of an icon's module. */
export const ICON_FILE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/** The React key of a shape, after its attributes. */
const KEY = /,\s*key: "[a-z0-9]+"/g;

/** The source of an icon without the keys of its shapes: random letters, which don't compress. */
export const withoutKeys = (icon: string): string => icon.replace(KEY, '');

/** Leaves out the keys of Lucide's shapes, whose order never changes: React only asks for them in development. */
export const lucide = (): Plugin => ({
  name: 'lucide',
  apply: 'build',
  transform: {
    filter: { id: ICON_FILE },
    handler: (icon) => ({ code: withoutKeys(icon), map: null }),
  },
});
