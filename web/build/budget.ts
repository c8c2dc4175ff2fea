import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';
import { blankPageSize } from './blankPage';
import { firstLoadChunks } from './firstLoad';
import { gzipSize } from './gzipSize';

/**
 * Per route: what its first load holds, and its limit in kB (gzip), or as a multiple of a blank page's. What is there
 * already with the modules of `beyond` is not counted.
 */
const budgetSchema = z.record(
  z.string(),
  z.object({
    modules: z.array(z.string()),
    beyond: z.optional(z.array(z.string())),
    limit: z.union([z.object({ kB: z.number() }), z.object({ blankPages: z.number() })]),
  }),
);

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints the first-load JavaScript of each route in the budget file, and fails the build where one is over its limit. */
export function budget(file: string): Plugin {
  return {
    name: 'quantalgo-budget',
    apply: 'build',
    async writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const blank = await blankPageSize();
      console.warn(`First-load JavaScript, gzip (a blank React and router page: ${kB(blank)})`);
      for (const [route, { modules, beyond, limit }] of Object.entries(
        budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
      )) {
        const there = firstLoadChunks(chunks, beyond ?? []);
        const parts = firstLoadChunks(chunks, modules).filter((part) => !there.includes(part));
        const size = parts.reduce((sum, { code }) => sum + gzipSize(code), 0);
        const most = 'kB' in limit ? limit.kB * 1000 : limit.blankPages * blank;
        console.warn(
          `  ${route.padEnd(40)} ${kB(size).padStart(9)} of ${kB(most)} · ${(size / blank).toFixed(2)} × blank`,
        );
        if (size > most) this.error(`${route} is over its budget: ${kB(size)} of ${kB(most)}.`);
      }
    },
  };
}
