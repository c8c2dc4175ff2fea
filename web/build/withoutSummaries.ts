import type { Plugin } from 'vite';

/** What an endpoint of the registry is for, in words: on lines of its own, as the formatter writes it. */
const SUMMARY = /^ *summary:\s*(['"`])[^\n]*\1,\n/gm;

/** The source of an endpoint module without its summaries. */
export const stripped = (code: string): string => code.replace(SUMMARY, "summary: '',\n");

/** Leaves the summaries out of the app: the OpenAPI document alone shows them, and each first visit would pay 2 kB. */
export const withoutSummaries = (): Plugin => ({
  name: 'quantalgo-without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contracts\/src\/endpoints\/[^/]+\.ts$/ },
    handler: (code) => stripped(code),
  },
});
