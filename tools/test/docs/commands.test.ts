import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inRoot, ROOT } from '../../src/system/root';

const readText = (path: string): string => readFileSync(inRoot(path), 'utf8');

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readText('package.json')));

/** Those that a person runs; the others are parts of `npm run check` and of the editor. */
const COMMANDS = Object.entries(scripts)
  .filter(([, script]) => /tools\/bootstrap|verify-ledger/.test(script))
  .map(([name]) => name);

const DOCUMENTS = execFileSync('git', ['ls-files', '*.md', 'alerts', '.github'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '');

/** The script names after `npm run` and its options. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/npm run (?:-\S+ )*([a-z][\w:-]*)/g)].flatMap(([, name]) => name ?? []);

/** Each call of a program, to the end of its line or its backticks, with the lines that a backslash joins. */
const findCalls = (program: string, text: string): string[] => {
  const joined = text.replaceAll(/\\\n\s*/g, '');
  const calls = joined.matchAll(
    new RegExp(`(?<![\\w-])${program} [a-z](?:[^\`\n|&;]|&(?!&))*`, 'g'),
  );
  return [...calls].map(([call]) => call.trim());
};

/** Calls on accounts, on a named project, or on globally unique names such as buckets. */
const OF_NO_PROJECT =
  /^gcloud (?:auth |projects \S+ P\b|billing |storage buckets \S+ gs:)|^npx firebase (?:login|projects:create)\b/;

/** Whether a call says which project it means; otherwise it goes to whichever one the machine was last used for. */
const namesProject = (call: string): boolean =>
  OF_NO_PROJECT.test(call) ||
  (call.startsWith('gcloud') ? / --project=\S/ : / --project \S/).test(call);

describe('package.json', () => {
  it('runs the file named after each script', () => {
    const mismatched = Object.entries(scripts).filter(([name, script]) => {
      const [, file] = /^node tools\/bootstrap\.mjs (\S+)$/.exec(script) ?? [];
      return (
        file !== undefined &&
        file !== name.replaceAll(/[:-](\w)/g, (_, letter: string) => letter.toUpperCase())
      );
    });
    expect(mismatched).toEqual([]);
  });
});

describe.each(DOCUMENTS)('%s', (document) => {
  it('names only existing commands', () => {
    expect(namedIn(readText(document)).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names the project in each CLI call', () => {
    const calls = ['gcloud', 'npx firebase'].flatMap((cli) => findCalls(cli, readText(document)));
    expect(calls.filter((call) => !namesProject(call))).toEqual([]);
  });

  it('sets secrets only by calls that don’t offer to destroy the version in use', () => {
    const setting = /(\| *)?npx firebase functions:secrets:set [A-Z$]\S*([^`\n|]*)/g;
    const asking = [...readText(document).matchAll(setting)].filter(
      ([, piped, options = '']) =>
        !options.includes('--data-file -') ||
        (piped === undefined && !options.includes('--non-interactive')),
    );
    expect(asking.map(([call]) => call)).toEqual([]);
  });
});

it.each([
  ['gcloud firestore databases delete', false],
  ['gcloud firestore databases delete --database=x --project=P', true],
  ['gcloud firestore databases list --project=', false],
  ['gcloud projects describe P', true],
  ['gcloud storage buckets update gs://BUCKET', true],
  ['npx firebase functions:secrets:prune', false],
  ['npx firebase functions:secrets:prune --project P', true],
])('detects whether “%s” names a project', (call, names) => {
  expect(namesProject(call)).toBe(names);
});

it('reads each call in a text, across line continuations', () => {
  const text =
    'Then `gcloud a b --x=y` and:\n\n    gcloud c \\\n      --project=P && gcloud d; gcloud e';
  expect(findCalls('gcloud', text)).toEqual([
    'gcloud a b --x=y',
    'gcloud c --project=P',
    'gcloud d',
    'gcloud e',
  ]);
});

it('lists every command in docs/commands.md', () => {
  const page = readText('docs/commands.md');
  const isListed = (name: string) => new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(page);
  expect(COMMANDS.length).toBeGreaterThan(25);
  expect(COMMANDS.filter((name) => !isListed(name))).toEqual([]);
});

it('pauses every job before a backup is restored, starting with those that delete', () => {
  const [, listed = ''] =
    /for J in ([\w\s\\]+); do\s+gcloud scheduler jobs pause/.exec(readText('docs/operations.md')) ??
    [];
  const paused = listed.split(/[\s\\]+/);
  expect(paused.slice(0, 2)).toEqual(['removeOrphans', 'reconcileAccounts']);
  expect(paused.toSorted()).toEqual(SCHEDULES.map(({ name }) => name).toSorted());
});

it('lists the steps of a full restore in order, including staff rights and deleted members', () => {
  const [, restoring = ''] =
    /\*\*If everything is lost:\*\*([\s\S]+?)\n11\. /.exec(readText('docs/operations.md')) ?? [];
  const steps = [
    'databases delete',
    'five minutes',
    'databases restore',
    'operations list',
    'npm run flags -- sign-up off P',
    'npm run deploy:verify-restore -- P`',
    'npm run staff -- revoke',
    'more access than before',
    'npm run deploy:verify-restore -- P --erase',
    'npm run deploy -- P',
    'backups schedules create',
    'Resume the jobs',
    'npm run flags -- sign-up on P',
  ];
  const at = steps.map((step) => restoring.indexOf(step));
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((one, other) => one - other));
});

it('turns sign-up off before either kind of restore and on again afterwards', () => {
  const [, incident = ''] = /\n10\. ([\s\S]+?)\n11\. /.exec(readText('docs/operations.md')) ?? [];
  const [before = '', parts = '', all = ''] = incident.split(
    / {4}To recover part of the data|\*\*If everything is lost:\*\*/,
  );
  expect(before).toContain('npm run flags -- sign-up off P');
  for (const way of [parts, all]) expect(way).toContain('npm run flags -- sign-up on P');
});

it('tests a backup in its own project and deletes the copy', () => {
  const [, drill = ''] =
    /\n## Backups\n([\s\S]+?)(?:\n## |$)/.exec(readText('docs/operations.md')) ?? [];
  const [, restored] = /--destination-database=(\w+) --project=P/.exec(drill) ?? [];
  const steps = [
    `operations list --database=${restored} --project=P`,
    `npm run verify-data -- P --database ${restored}\n`,
    `databases delete --database=${restored} --project=P`,
  ];
  const at = steps.map((step) => drill.indexOf(step));
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((one, other) => one - other));
});

/** What a report of the verifier calls its lines, in order. */
const labelsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^([a-z][a-z -]{2,11}?) {2,}\S/.exec(line)?.[1] ?? []);

it('shows a verified ledger with the labels that the command prints', () => {
  const [, sample = ''] = /```\n(Verified[\s\S]+?)```/.exec(readText('docs/verification.md')) ?? [];
  const source = readText('web/public/verify-ledger.mjs');
  const shown = labelsIn(sample.split('\n'));
  const reported = labelsIn([...source.matchAll(/`([^`]*)`/g)].flatMap(([, text]) => text ?? []));
  expect(shown.length).toBeGreaterThan(8);
  expect(reported.filter((label) => !shown.includes(label))).toEqual([]);
  expect(shown.filter((label) => !source.includes(label))).toEqual([]);
});
