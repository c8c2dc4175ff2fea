import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { runAndCapture } from '../../src/system/childProcess';
import { inRoot } from '../../src/system/root';

const FOLDER = inRoot('.github', 'workflows');
const workflows = readdirSync(FOLDER).map((file) => ({
  file,
  text: readFileSync(join(FOLDER, file), 'utf8'),
}));
const getText = (file: string) => workflows.find((one) => one.file === file)?.text ?? '';

/** The text of each job, by its name. */
function getJobs(file: string): Record<string, string> {
  const [, text = ''] = getText(file).split('\njobs:\n');
  const jobs: Record<string, string> = {};
  for (const job of text.split(/^(?= {2}\w+:$)/m)) jobs[/^ {2}(\w+):$/m.exec(job)?.[1] ?? ''] = job;
  return jobs;
}

/** Majors from which these actions run on Node 24: their earlier ones run on 20, which runners no longer have. */
const FIRST_ON_NODE_24: Readonly<Record<string, number>> = {
  'actions/checkout': 5,
  'actions/setup-node': 5,
  'actions/setup-java': 5,
  'actions/upload-artifact': 6,
  'actions/download-artifact': 7,
  'google-github-actions/auth': 3,
};

const uses = workflows.flatMap(({ text }) =>
  [...text.matchAll(/uses: (?!\.\/)(\S+)@(\S+)(?: # v(\d+)\.\d+\.\d+)?$/gm)].map(
    ([, action = '', ref = '', major = '0']) => ({ action, ref, major: Number(major) }),
  ),
);

describe('workflows', () => {
  it.each(uses)('pin $action to a commit of a version that runs on Node 24', (one) => {
    expect(one.ref).toMatch(/^[0-9a-f]{40}$/);
    expect(one.major).toBeGreaterThanOrEqual(FIRST_ON_NODE_24[one.action] ?? Infinity);
  });

  it('deploy only after tests, licences and audit of the same commit have passed', () => {
    const { checks = '', build = '', staging = '', production = '' } = getJobs('deploy.yml');
    expect(checks).toContain('uses: ./.github/workflows/ci.yml');
    expect(build).toContain('needs: checks');
    expect(staging).toContain('needs: build');
    expect(production).toContain('needs: staging');
    expect(staging, 'a rollback builds an earlier commit').toContain('fetch-depth: 0');
    expect(production).toContain('steps: *promote');
    const { test = '', packages = '' } = getJobs('ci.yml');
    expect(getText('ci.yml')).toContain('workflow_call:');
    expect(test).toContain('run: bash .ci/run');
    expect(test).toContain('run: npm run --silent licenses');
    expect(packages).toContain('run: npm run --silent audit');
    expect(getText('ci.yml')).not.toContain('continue-on-error');
  });

  it('run the tests without the package registry', () => {
    const { test = '' } = getJobs('ci.yml');
    expect(test).not.toMatch(/audit|sbom/);
    expect(readFileSync(inRoot('.ci', 'run'), 'utf8')).not.toContain('audit');
  });

  it('write a CycloneDX list of all packages', async () => {
    const { packages = '' } = getJobs('ci.yml');
    const [, command = ''] = /run: (npm sbom .*) > sbom\.cdx\.json$/m.exec(packages) ?? [];
    expect(packages).toContain('path: sbom.cdx.json');
    const [program = '', ...args] = command.split(' ');
    const { code, output } = await runAndCapture({ program, args, cwd: inRoot() });
    expect(code, output).toBe(0);
    const bom = z
      .object({ bomFormat: z.string(), components: z.array(z.object({ name: z.string() })) })
      .parse(JSON.parse(output));
    expect(bom.bomFormat).toBe('CycloneDX');
    const names = bom.components.map(({ name }) => name);
    for (const name of ['express', 'react', 'firebase-tools']) expect(names).toContain(name);
  });
});
