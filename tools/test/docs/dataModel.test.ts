import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

const SERVER = inRoot('functions', 'src');
const NAMED = /\b(?:collection|doc)\(\s*[`'](\w+)(?:\/|['`])/g;

/** The collections that the server names in its code. */
function collectionsInCode(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${SERVER}/${name}`, 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name));
  return [...new Set(names)].sort();
}

it('tells of every collection that the server keeps', () => {
  const document = readFileSync(inRoot('docs', 'data-model.md'), 'utf8');
  const collections = collectionsInCode();
  expect(collections).toContain('users');
  expect(collections.filter((name) => !document.includes(`\`${name}/`))).toEqual([]);
});
