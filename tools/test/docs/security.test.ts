import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

/** The requirements of levels 1 and 2, by section. Source: OWASP ASVS 5.0.0. */
const REQUIRED = `
  1.1.1–1.1.2 1.2.1–1.2.9 1.3.1–1.3.11 1.4.1–1.4.3 1.5.1–1.5.2
  2.1.1–2.1.3 2.2.1–2.2.3 2.3.1–2.3.4 2.4.1
  3.2.1–3.2.2 3.3.1–3.3.4 3.4.1–3.4.6 3.5.1–3.5.5 3.7.1–3.7.2
  4.1.1–4.1.3 4.2.1 4.3.1–4.3.2 4.4.1–4.4.4
  5.1.1 5.2.1–5.2.3 5.3.1–5.3.2 5.4.1–5.4.3
  6.1.1–6.1.3 6.2.1–6.2.12 6.3.1–6.3.4 6.4.1–6.4.4 6.5.1–6.5.5 6.6.1–6.6.3 6.8.1–6.8.4
  7.1.1–7.1.3 7.2.1–7.2.4 7.3.1–7.3.2 7.4.1–7.4.5 7.5.1–7.5.2 7.6.1–7.6.2
  8.1.1–8.1.2 8.2.1–8.2.3 8.3.1 8.4.1
  9.1.1–9.1.3 9.2.1–9.2.4
  10.1.1–10.1.2 10.2.1–10.2.2 10.3.1–10.3.4 10.4.1–10.4.11 10.5.1–10.5.5 10.6.1–10.6.2 10.7.1–10.7.3
  11.1.1–11.1.2 11.2.1–11.2.3 11.3.1–11.3.3 11.4.1–11.4.4 11.5.1 11.6.1
  12.1.1–12.1.3 12.2.1–12.2.2 12.3.1–12.3.4
  13.1.1 13.2.1–13.2.5 13.3.1–13.3.2 13.4.1–13.4.5
  14.1.1–14.1.2 14.2.1–14.2.4 14.3.1–14.3.3
  15.1.1–15.1.3 15.2.1–15.2.3 15.3.1–15.3.7
  16.1.1 16.2.1–16.2.5 16.3.1–16.3.4 16.4.1–16.4.3 16.5.1–16.5.3
  17.1.1 17.2.1–17.2.4 17.3.1–17.3.2`;

/** Paths in the document that name no workspace begin here. */
const SERVER_TESTS = 'functions/test/server';

/** The ids of a list such as `1.2.1–1.2.3, 1.4.1`. */
function idsIn(list: string): string[] {
  return list.split(/[\s,]+/).flatMap((part) => {
    const [, section = '', first, last = first] =
      /^(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?$/.exec(part) ?? [];
    const count = Number(last) - Number(first) + 1;
    return section === ''
      ? []
      : Array.from({ length: count }, (_, index) => `${section}.${Number(first) + index}`);
  });
}

const DOCUMENT = readFileSync(inRoot('docs/security.md'), 'utf8');

const ROWS = DOCUMENT.split('\n').flatMap((line) => {
  const [, ids = '', state = '', answer = ''] =
    /^\| (\d[\d.,– ]+?) +\| (met|platform|n\/a|not met) +\| (.+?) +\|$/.exec(line) ?? [];
  return ids === '' ? [] : { ids, state, answer };
});

const resolve = (path: string): string =>
  inRoot(existsSync(inRoot(path)) ? path : `${SERVER_TESTS}/${path}`);

describe('ASVS table', () => {
  it('lists every requirement of levels 1 and 2 once', () => {
    const listed = ROWS.flatMap(({ ids }) => idsIn(ids));
    const required = idsIn(REQUIRED);
    expect(required).toHaveLength(253);
    expect(listed.toSorted()).toEqual(required.toSorted());
  });

  it('names only existing tests and documents', () => {
    const named = ROWS.flatMap(({ answer }) => [...answer.matchAll(/`([\w./-]+\.[a-z]+)`/gi)]);
    const paths = named.flatMap(([, path]) => path ?? []);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(resolve(path)))).toEqual([]);
  });

  it('quotes only existing test titles', () => {
    const named = ROWS.flatMap(({ answer }) => [...answer.matchAll(/`([\w./-]+)` “([^”]+)”/g)]);
    expect(named.length).toBeGreaterThan(60);
    const untitled = named.filter(
      ([, path = '', title = '']) => !readFileSync(resolve(path), 'utf8').includes(`'${title}'`),
    );
    expect(untitled.map(([all]) => all)).toEqual([]);
  });
});
