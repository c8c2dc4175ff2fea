import { expect, it } from 'vitest';
import { findNewerApis } from '../../src/checks/baseline';

const listViolations = (text: string) => findNewerApis('web/src/data/some.ts', text);

it.each([
  ['AbortSignal.any', 'const both = AbortSignal.any([one, other]);'],
  ['URL.canParse', 'if (URL.canParse(text)) go();'],
  ['Response.json', 'await cache.put(key, Response.json(rows));'],
  ['toSorted', 'const sorted = rows.toSorted();'],
  ['requestIdleCallback', 'requestIdleCallback(work);'],
])('reports that the oldest browsers lack %s', (api, text) => {
  expect(listViolations(text)).toEqual([expect.stringContaining(`uses ${api}, which`)]);
});

it.each([
  ['a feature-detected API', "if ('requestIdleCallback' in window) requestIdleCallback(work);"],
  ['APIs of old browsers', 'AbortSignal.timeout(5); rows.findLast(isNew); reply.json();'],
  ['a schema’s method of the same name', 'const both = z.union([one, other]); schema.parse(text);'],
])('ignores %s', (_, text) => {
  expect(listViolations(text)).toEqual([]);
});
