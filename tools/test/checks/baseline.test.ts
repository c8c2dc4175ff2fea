import { expect, it } from 'vitest';
import { findNewerApis } from '../../src/checks/baseline';

const found = (text: string) => findNewerApis('web/src/data/some.ts', text);

it.each([
  ['AbortSignal.any', 'const both = AbortSignal.any([one, other]);'],
  ['URL.canParse', 'if (URL.canParse(text)) go();'],
  ['Response.json', 'await cache.put(key, Response.json(rows));'],
  ['toSorted', 'const sorted = rows.toSorted();'],
  ['requestIdleCallback', 'requestIdleCallback(work);'],
])('says that the oldest browsers lack %s', (api, text) => {
  expect(found(text)).toEqual([expect.stringContaining(`uses ${api}, which`)]);
});

it.each([
  ['what is looked for first', "if ('requestIdleCallback' in window) requestIdleCallback(work);"],
  ['what old browsers have', 'AbortSignal.timeout(5); rows.findLast(isNew); reply.json();'],
  ['a schema’s method of the same name', 'const both = z.union([one, other]); schema.parse(text);'],
])('leaves %s alone', (_, text) => {
  expect(found(text)).toEqual([]);
});
