import * as z from 'zod/mini';
import { ACCOUNTS } from '../build/functionChecks';
import { CANARY_SECRET } from './canary';
import { type Ask, gcloud, http } from './cli';
import type { DeployStep } from './plan';
import { emailOf, granting, policySchema } from './platform';

/** The service account that a workflow deploys as. */
export const deployerOf = (project: string): string => emailOf('deployer', project);

/**
 * Its roles in the project. None reads members' data or changes who has which role: what a new project needs of that is
 * done by an owner, once.
 */
export const DEPLOYER_ROLES = [
  'cloudfunctions.admin',
  'run.admin',
  'cloudscheduler.admin',
  'cloudtasks.queueAdmin',
  'datastore.indexAdmin',
  'firebasehosting.admin',
  'firebaserules.admin',
  'firebasestorage.viewer',
  'artifactregistry.reader',
  'monitoring.alertPolicyEditor',
  'monitoring.uptimeCheckConfigEditor',
  'monitoring.notificationChannelViewer',
  'secretmanager.viewer',
  'serviceusage.serviceUsageConsumer',
  'iam.securityReviewer',
].map((role) => `roles/${role}`);

/** What it looks at that no narrow role of Google's allows: a role of our own. */
export const DEPLOYER_PERMISSIONS = [
  'datastore.backupSchedules.list',
  'datastore.databases.getMetadata',
  'datastore.databases.list',
  'firebaseauth.configs.get',
  'logging.buckets.get',
  'storage.buckets.get',
];

const OWN_ROLE = 'deployer';
const TOO_MUCH = ['roles/owner', 'roles/editor', 'roles/firebase.admin'];

const roleSchema = z.object({ includedPermissions: z._default(z.array(z.string()), []) });
const namedSchema = z.object({ name: z.string() });
const accountsSchema = z.array(z.object({ email: z.string() }));

const ownRoleOf = (project: string): string => `projects/${project}/roles/${OWN_ROLE}`;

const rolesOf = (project: string): string[] => [...DEPLOYER_ROLES, ownRoleOf(project)];

const policyOf = (project: string) => gcloud(`projects get-iam-policy ${project} --format=json`);

/** The permissions that the role of our own lacks. */
async function lackedPermissions(ask: Ask, project: string): Promise<string[] | null> {
  const role = await ask(
    http('GET', `https://iam.googleapis.com/v1/${ownRoleOf(project)}`),
    roleSchema,
  );
  return role && DEPLOYER_PERMISSIONS.filter((one) => !role.includedPermissions.includes(one));
}

/**
 * Whether an account may do what a deployment does, and no more.
 * @returns a problem for each role that it lacks or should not have, with its remedy
 */
export async function deployerProblems(
  ask: Ask,
  project: string,
  account: string,
): Promise<string[]> {
  const [policy, lacked] = await Promise.all([
    ask(policyOf(project), policySchema),
    lackedPermissions(ask, project),
  ]);
  const held = new Set(
    (policy?.bindings ?? [])
      .filter(({ members }) => members.includes(`serviceAccount:${account}`))
      .map(({ role }) => role),
  );
  const missing = rolesOf(project).filter((role) => !held.has(role));
  const needless = TOO_MUCH.filter((role) => held.has(role));
  const remedy = `an owner runs npm run deployer -- ${project}`;
  return [
    ...missing.map((role) => `${account} lacks ${role}: ${remedy}`),
    ...needless.map((role) => `${account} has ${role}, which it does not need: ${remedy}`),
    ...(lacked ?? []).map((permission) => `${ownRoleOf(project)} lacks ${permission}: ${remedy}`),
  ];
}

/** A project, and the environment of the repository whose jobs deploy to it. */
export interface DeployerFacts {
  readonly project: string;
  readonly number: string;
  readonly billingAccount: string;
  /** `OWNER/REPOSITORY`. */
  readonly repository: string;
  /** `staging` or `production`. */
  readonly environment: string;
}

const ownRoleStep = (project: string): DeployStep => ({
  name: 'Its own role',
  remedy: `gcloud iam roles describe ${OWN_ROLE} --project=${project}`,
  look: async (ask) => {
    const lacked = await lackedPermissions(ask, project);
    const permissions = `--permissions=${DEPLOYER_PERMISSIONS.join(',')} --project=${project}`;
    if (lacked === null)
      return [gcloud(`iam roles create ${OWN_ROLE} ${permissions} --title=Deployer --stage=GA`)];
    return lacked.length === 0 ? [] : [gcloud(`iam roles update ${OWN_ROLE} ${permissions}`)];
  },
});

const needlessStep = (project: string, member: string): DeployStep => ({
  name: 'No role beyond these',
  remedy: `gcloud projects get-iam-policy ${project}`,
  look: async (ask) => {
    const { bindings } = (await ask(policyOf(project), policySchema)) ?? { bindings: [] };
    return bindings
      .filter(({ role, members }) => TOO_MUCH.includes(role) && members.includes(member))
      .map(({ role }) =>
        gcloud(
          `projects remove-iam-policy-binding ${project} --member=${member} --role=${role} --condition=None --format=none`,
        ),
      );
  },
});

/** Tokens of one environment's jobs alone, exchanged without a key. */
function identitySteps({ project, number, repository, environment }: DeployerFacts): DeployStep[] {
  const pool = `--project=${project} --location=global`;
  const subject = `repo:${repository}:environment:${environment}`;
  const principal = `principal://iam.googleapis.com/projects/${number}/locations/global/workloadIdentityPools/github/subject/${subject}`;
  const account = `${deployerOf(project)} --project=${project}`;
  const unlessThere = (
    name: string,
    look: string,
    create: string,
    ...more: string[]
  ): DeployStep => ({
    name,
    remedy: `gcloud ${look}`,
    look: async (ask) =>
      (await ask(gcloud(`${look} --format=json`), namedSchema)) ? [] : [gcloud(create, ...more)],
  });
  return [
    unlessThere(
      'Pool of identities',
      `iam workload-identity-pools describe github ${pool}`,
      `iam workload-identity-pools create github ${pool}`,
    ),
    unlessThere(
      'GitHub as their provider',
      `iam workload-identity-pools providers describe deploy --workload-identity-pool=github ${pool}`,
      `iam workload-identity-pools providers create-oidc deploy --workload-identity-pool=github ${pool} --issuer-uri=https://token.actions.githubusercontent.com --attribute-mapping=google.subject=assertion.sub`,
      `--attribute-condition=assertion.sub == '${subject}'`,
    ),
    granting(
      `Jobs of ${environment} act as the deployer`,
      gcloud(`iam service-accounts get-iam-policy ${account} --format=json`),
      [{ role: 'roles/iam.workloadIdentityUser', member: principal }],
      `iam service-accounts add-iam-policy-binding ${account}`,
    ),
  ];
}

/** All steps that make a project's deployer, in order. They need an owner. */
export function deployerSteps(facts: DeployerFacts): DeployStep[] {
  const { project, number, billingAccount } = facts;
  const email = deployerOf(project);
  const member = `serviceAccount:${email}`;
  const of = `--project=${project}`;
  const runAs = [
    ...ACCOUNTS.map((account) => emailOf(account, project)),
    // It builds the functions.
    `${number}-compute@developer.gserviceaccount.com`,
  ];
  return [
    {
      name: 'Deployer',
      remedy: `gcloud iam service-accounts list ${of}`,
      look: async (ask) => {
        const list = gcloud(`iam service-accounts list ${of} --format=json`);
        const isThere = (await ask(list, accountsSchema))?.some((one) => one.email === email);
        return isThere ? [] : [gcloud(`iam service-accounts create deployer ${of}`)];
      },
    },
    ownRoleStep(project),
    granting(
      'Roles in the project',
      policyOf(project),
      rolesOf(project).map((role) => ({ role, member })),
      `projects add-iam-policy-binding ${project}`,
      ['--condition=None'],
    ),
    ...runAs.map((account) =>
      granting(
        `Deploys what runs as ${account.split('@')[0]}`,
        gcloud(`iam service-accounts get-iam-policy ${account} ${of} --format=json`),
        [{ role: 'roles/iam.serviceAccountUser', member }],
        `iam service-accounts add-iam-policy-binding ${account} ${of}`,
      ),
    ),
    granting(
      'Reads the account of the smoke test',
      gcloud(`secrets get-iam-policy ${CANARY_SECRET} ${of} --format=json`),
      [{ role: 'roles/secretmanager.secretAccessor', member }],
      `secrets add-iam-policy-binding ${CANARY_SECRET} ${of}`,
    ),
    granting(
      'Keeps the budget',
      gcloud(`billing accounts get-iam-policy ${billingAccount} --format=json`),
      [{ role: 'roles/billing.costsManager', member }],
      `billing accounts add-iam-policy-binding ${billingAccount}`,
    ),
    ...identitySteps(facts),
    needlessStep(project, member),
  ];
}
