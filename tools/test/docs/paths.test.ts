import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot, ROOT } from '../../src/system/root';

/** Documents that people write; the benchmarks are written by a command. */
const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && name !== 'docs/benchmarks.md');

/** What the build or a deployment makes: named in documents, not in the repository. */
const MADE = [/^functions\/env\/P\.env$/, /^functions\/deploy$/, /^web\/dist/];

/** Where the paths in a table of security.md begin that name no workspace. */
const SERVER_TESTS = 'functions/test/server';

/** Paths in backticks that begin with a workspace or `docs`. Those with a pattern or a placeholder are no paths. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/`((?:contracts|functions|web|rules|tools|docs)\/[^`\s]*)`/g)];
  return named
    .flatMap(([, path]) => path ?? [])
    .filter((path) => !/[*{}<>]/.test(path) && !MADE.some((made) => made.test(path)));
}

const testsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:[a-zA-Z]+\/)?[a-zA-Z]+\.test\.ts)`/g)]
    .flatMap(([, path]) => path ?? [])
    .filter((path) => !path.startsWith('rules/'));

/** The anchors of a document's headings, as GitHub makes them. */
const findAnchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Links to files of the repository: the path from its root, and the anchor. */
function linksIn(name: string, text: string): { path: string; anchor: string | undefined }[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .flatMap(([, link]) => link ?? [])
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#');
      return { path: path === '' ? name : join(dirname(name), path), anchor };
    });
}

describe.each(DOCUMENTS)('%s', (name) => {
  const text = readFileSync(inRoot(name), 'utf8');

  it('names only existing files and folders', () => {
    expect(pathsIn(text).filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });

  it('writes paths from the repository root', () => {
    const short = /`(?:app|data|domain|features|http|jobs|platform|screens|ui)\/[^`\s]*`/g;
    const found = [...text.matchAll(short)].map(([path]) => path);
    expect(found.filter((path) => !/\.(?:test\.ts|html)`$/.test(path))).toEqual([]);
  });

  it('links only to existing documents and headings', () => {
    const broken = linksIn(name, text).filter(({ path, anchor }) => {
      if (!existsSync(inRoot(path))) return true;
      return (
        anchor !== undefined && !findAnchors(readFileSync(inRoot(path), 'utf8')).includes(anchor)
      );
    });
    expect(broken).toEqual([]);
  });
});

it('names only existing server tests', () => {
  const text = readFileSync(inRoot('docs', 'security.md'), 'utf8');
  const missing = testsIn(text).filter((path) => !existsSync(inRoot(SERVER_TESTS, path)));
  expect(missing).toEqual([]);
});

it('lists every decision page in the index', () => {
  const folder = inRoot('docs', 'decisions');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const pages = readdirSync(folder).filter((name) => name !== 'README.md');
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});
