import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findPreviousVersion } from '../../src/deploy/releases';
import { rollBack } from '../../src/deploy/rollback';
import * as recordings from './recorded';

const {
  BEFORE,
  COMMIT,
  PROJECT,
  WHOLE,
  functionsFrom,
  createRecordedRun: recorded,
  release,
} = recordings;

async function rolledBack(
  releases: readonly object[],
  {
    fails,
    to,
    answer = true,
    functions = [COMMIT],
  }: { fails?: string; to?: string; answer?: boolean; functions?: (string | null)[] } = {},
) {
  const answers = {
    ...WHOLE,
    [recordings.HOSTING]: { releases },
    [recordings.FUNCTIONS]: functionsFrom(...functions),
  };
  const { run, changes } = recorded(answers, fails);
  const place = { run, confirm: () => Promise.resolve(answer), say: () => {} };
  const outcome = await rollBack(PROJECT, place, to).catch((error: unknown) => String(error));
  return { outcome, changes };
}

const load = createRequire(import.meta.url);
const clone: unknown = load('firebase-tools/lib/commands/hosting-clone');
const actionFn = z.function({ input: [z.string(), z.string()], output: z.unknown() });
const { command } = z.object({ command: z.object({ actionFn }) }).parse(clone);

/** The releases that the installed `hosting:clone` would make: its own rules, in front of an API of ours. */
async function clonedBy(source: string, target: string) {
  const api: unknown = load('firebase-tools/lib/hosting/api');
  if (typeof api !== 'object' || api === null) throw new Error('No API');
  const releases: unknown[] = [];
  const createRelease = (...release: unknown[]) => Promise.resolve(releases.push(release));
  const real = { ...api };
  Object.assign(api, {
    createRelease,
    getChannel: () => Promise.resolve({ url: recordings.SITE }),
  });
  try {
    await command.actionFn(source, target);
    return releases;
  } finally {
    Object.assign(api, real);
  }
}

const RELEASES = [release('v3', COMMIT), release('v2', BEFORE), release('v1')];

describe('rollback', () => {
  it('restores the previous site at once, then the functions and rules of its commit', async () => {
    const { outcome, changes } = await rolledBack(RELEASES);
    expect(outcome).toBe(0);
    const calls = changes.map((call) => call.replaceAll(/\S*\/\.local/g, '.local'));
    expect(calls).toMatchInlineSnapshot(`
      [
        "npx firebase hosting:clone lumen-staging@v2 lumen-staging:live --project lumen-staging",
        "git worktree add --detach .local/rollback/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "env 'VITE_FIREBASE={"storageBucket":"lumen-staging.firebasestorage.app","projectId":"lumen-staging","appId":"1:314159265358:web:0a1b2c3d4e5f","apiKey":"AIzaSyExampleOfAPublicKey","authDomain":"lumen-staging.firebaseapp.com","messagingSenderId":"314159265358"}' npm --prefix .local/rollback/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb run build",
        "npx firebase deploy --project lumen-staging --non-interactive --only functions --force --config .local/rollback/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/firebase.json",
        "npx firebase deploy --project lumen-staging --non-interactive --only firestore:rules,storage --config .local/rollback/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/firebase.json",
        "git worktree remove --force .local/rollback/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
      ]
    `);
  });

  it('names the version in the format of the installed CLI', async () => {
    const { changes } = await rolledBack(RELEASES);
    const [, source = '', target = ''] = /hosting:clone (\S+) (\S+)/.exec(changes.join('\n')) ?? [];
    const versions = `sites/${PROJECT}/versions`;
    expect(await clonedBy(source, target)).toEqual([[PROJECT, 'live', `${versions}/v2`]]);
  });

  it('changes nothing if it is declined', async () => {
    expect(await rolledBack(RELEASES, { answer: false })).toEqual({ outcome: 1, changes: [] });
  });

  it('names the command that resumes a stopped rollback without going further back', async () => {
    const { outcome } = await rolledBack(RELEASES, {
      fails: `npx firebase deploy --project ${PROJECT} --non-interactive --only firestore`,
    });
    expect(outcome).toContain('Stopped at “Earlier rules”');
    expect(outcome).toContain(`To fix it: npm run deploy:rollback -- ${PROJECT} --to ${BEFORE}`);
    const again = await rolledBack([release('v2'), ...RELEASES], { to: BEFORE });
    expect(again.changes.filter((call) => call.includes('hosting:clone'))).toEqual([]);
    expect(again.changes.at(-2)).toContain('--only firestore:rules,storage');
  });

  it('restores only the live version’s functions if a deployment stopped before its site', async () => {
    const { changes } = await rolledBack(RELEASES, { functions: ['c'.repeat(40), COMMIT] });
    expect(changes[0]).toMatch(new RegExp(`^git worktree add .* ${COMMIT}$`));
    expect(changes.filter((call) => call.includes('--only functions'))).toHaveLength(1);
    expect(changes.filter((call) => call.includes('hosting:clone'))).toEqual([]);
  });

  it('restores the functions of the live site, without --to, if a rollback stopped after its site', async () => {
    const releases = [release('v2'), ...RELEASES];
    const { changes } = await rolledBack(releases, { functions: [BEFORE, COMMIT] });
    expect(changes.filter((call) => call.includes('hosting:clone'))).toEqual([]);
    expect(changes[0]).toMatch(new RegExp(`^git worktree add .* ${BEFORE}$`));
    expect(changes.filter((call) => call.includes('--only functions'))).toHaveLength(1);
  });

  it('rolls back functions without a commit together with the site', async () => {
    const { changes } = await rolledBack(RELEASES, { functions: [null, null] });
    expect(changes[0]).toContain('hosting:clone lumen-staging@v2');
    expect(changes[1]).toMatch(new RegExp(`^git worktree add .* ${BEFORE}$`));
  });

  it.each([
    ['the only version', [release('v3', COMMIT)]],
    [
      'versions deployed by hand',
      [release('v3', COMMIT), release('v2'), release('v1', 'a message')],
    ],
    ['a site without a release', []],
  ])('is rejected for %s', async (_, releases) => {
    const { outcome, changes } = await rolledBack(releases);
    expect(outcome).toContain('lumen-staging has no earlier release with a recorded commit');
    expect(changes).toEqual([]);
  });
});

it('goes back one more version after a rollback, never forward', () => {
  const [v1, v2, v3] = ['c', 'b', 'a'].map((letter, index) => ({
    version: `v${index + 1}`,
    commit: letter.repeat(40),
  }));
  if (!v1 || !v2 || !v3) throw new Error('No versions');
  expect(findPreviousVersion([v3, v2, v1], [])).toBe(v2);
  expect(findPreviousVersion([v2, v3, v2, v1], [])).toBe(v1);
  expect(findPreviousVersion([v3, v3, v2], [])).toBe(v2);
});
