import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import * as z from 'zod/mini';
import { createFetchJson } from '../../src/deploy/cli';
import {
  DEPLOYER_PERMISSIONS,
  DEPLOYER_ROLES,
  getDeployerEmail,
  buildDeployerSteps,
} from '../../src/deploy/deployer';
import { runSteps } from '../../src/deploy/plan';
import { inRoot } from '../../src/system/root';
import { runDeployment } from './deployed';
import { EMPTY, PROJECT, createRecordedRun, ROLES, WHOLE, omitAnswers } from './recorded';

const DEPLOYER = getDeployerEmail(PROJECT);
const OWN_ROLE = `projects/${PROJECT}/roles/deployer`;
const ROLE = `GET https://iam.googleapis.com/v1/${OWN_ROLE}`;

/** The project with a deployer that has these roles and permissions. */
function withDeployer(roles: readonly string[], permissions = DEPLOYER_PERMISSIONS) {
  const policy = z.object({ bindings: z.array(z.unknown()) }).parse(WHOLE[ROLES]);
  const members = [`serviceAccount:${DEPLOYER}`];
  return {
    ...WHOLE,
    [ROLES]: {
      ...policy,
      bindings: [...policy.bindings, ...roles.map((role) => ({ role, members }))],
    },
    [ROLE]: { name: OWN_ROLE, title: 'Deployer', includedPermissions: permissions, stage: 'GA' },
  };
}
const ALL = [...DEPLOYER_ROLES, OWN_ROLE];

describe('deployment account', () => {
  it('deploys with the listed roles', async () => {
    const { outcome } = await runDeployment({ answers: withDeployer(ALL), deployer: DEPLOYER });
    expect(outcome).toBe(0);
  });

  it.each(ALL)('is rejected without %s, before anything is changed', async (role) => {
    const answers = withDeployer(ALL.filter((one) => one !== role));
    const { outcome, changes } = await runDeployment({ answers, deployer: DEPLOYER, again: true });
    expect(outcome).toContain(
      `✗ ${DEPLOYER} lacks ${role}. An owner must run npm run deploy:account`,
    );
    expect(changes).toEqual([]);
  });

  it.each(['roles/owner', 'roles/editor'])('is rejected if it has %s', async (role) => {
    const answers = withDeployer([...ALL, role]);
    const { outcome, changes } = await runDeployment({ answers, deployer: DEPLOYER, again: true });
    expect(outcome).toContain(`✗ ${DEPLOYER} has ${role}, which it does not need`);
    expect(changes).toEqual([]);
  });

  it('is rejected if its custom role lacks a permission', async () => {
    const answers = withDeployer(ALL, DEPLOYER_PERMISSIONS.slice(1));
    const { outcome } = await runDeployment({ answers, deployer: DEPLOYER });
    expect(outcome).toContain(`${OWN_ROLE} lacks ${DEPLOYER_PERMISSIONS[0]}`);
  });

  it('needs a project owner to create a backup schedule', async () => {
    const key = Object.keys(WHOLE).find((one) => one.includes('backups schedules')) ?? '';
    const answers = omitAnswers(withDeployer(ALL), key);
    const { outcome, changes } = await runDeployment({ answers, deployer: DEPLOYER });
    expect(outcome).toContain('✗ “Daily backups, kept for 14 weeks” needs a project owner');
    expect(changes).toEqual([]);
  });

  it('has the roles that the guide lists', () => {
    const guide = readFileSync(inRoot('docs', 'deployment.md'), 'utf8');
    const [, list = ''] =
      /<!-- generated from tools\/src\/deploy\/deployer.ts -->(.*?)<!-- end/s.exec(guide) ?? [];
    expect([...list.matchAll(/`(roles\/\S+)`/g)].map(([, role]) => role)).toEqual(DEPLOYER_ROLES);
  });

  it('has no role that reads member data or changes roles', () => {
    const wide =
      /owner|editor$|firebase\.admin|datastore\.(user|owner|viewer)|projectIamAdmin|secretAccessor/;
    expect(DEPLOYER_ROLES.filter((role) => wide.test(role))).toEqual([]);
  });
});

describe('npm run deploy:account', () => {
  const FACTS = {
    project: PROJECT,
    number: '314159265358',
    billingAccount: '01A2B3-C4D5E6-F7A8B9',
    repository: 'lumen/site',
    environment: 'staging',
  };

  async function made(answers: Readonly<Record<string, unknown>>) {
    const { run, changes } = createRecordedRun(answers);
    const place = { run, confirm: () => Promise.resolve(true), say: () => {} };
    await runSteps(buildDeployerSteps(FACTS), place);
    return changes;
  }

  it('grants a new account exactly the listed roles', async () => {
    const changes = await made(EMPTY);
    const granted = changes.flatMap((call) => / --role=(\S+)/.exec(call)?.[1] ?? []);
    expect(new Set(granted)).toEqual(
      new Set([
        ...ALL,
        'roles/iam.serviceAccountUser',
        'roles/secretmanager.secretAccessor',
        'roles/billing.costsManager',
        'roles/iam.workloadIdentityUser',
      ]),
    );
    const project = changes.filter((call) => call.includes('gcloud projects add-iam'));
    expect(project).toHaveLength(ALL.length);
    expect(changes.join('\n')).not.toMatch(/roles\/(owner|editor)/);
  });

  it('trusts only the workflow’s job for that environment', async () => {
    const changes = await made(EMPTY);
    const subject = 'repo:lumen/site:environment:staging';
    const provider = changes.find((call) => call.includes('create-oidc'));
    expect(provider).toContain(`assertion.sub == '\\''${subject}'\\''`);
    const acting = changes.filter((call) => call.includes('roles/iam.workloadIdentityUser'));
    expect(acting).toEqual([expect.stringContaining(`/subject/${subject} `)]);
  });

  it('revokes the owner role from the account', async () => {
    const changes = await made(withDeployer([...ALL, 'roles/owner']));
    expect(changes).toContain(
      `gcloud projects remove-iam-policy-binding ${PROJECT} --member=serviceAccount:${DEPLOYER} --role=roles/owner --condition=None --format=none`,
    );
    expect(changes.filter((call) => call.includes('projects add-iam'))).toEqual([]);
  });

  it('reads the custom role at the same address as the deployment check', async () => {
    const { run, looks } = createRecordedRun(EMPTY);
    await Promise.all(
      buildDeployerSteps(FACTS).map(({ findChanges }) => findChanges(createFetchJson(run))),
    );
    expect(looks).toContain(ROLE);
  });
});
