import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { expect } from 'vitest';
import { inRoot } from '../../src/system/root';

const END = '<!-- end of generated content -->';

export const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * Expects a page to contain these tables between their marks. `npx vitest run --project tools
 * tools/test/docs -u` writes them.
 * @param tables by source, as in `<!-- generated from … -->`
 */
export async function expectTables(page: string, tables: Readonly<Record<string, string>>) {
  const path = inRoot('docs', page);
  const text = Object.entries(tables).reduce(
    (content, [source, table]) => {
      const begin = `<!-- generated from ${source} -->`;
      const [before = '', rest = ''] = content.split(begin);
      expect(rest, begin).not.toBe('');
      return `${before}${begin}\n\n${table}\n\n${rest.slice(rest.indexOf(END))}`;
    },
    readFileSync(path, 'utf8'),
  );
  const { code } = await format(path, text);
  await expect(code).toMatchFileSnapshot(path);
}
