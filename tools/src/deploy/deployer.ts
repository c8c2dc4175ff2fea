import * as z from 'zod/mini';
import { SERVICE_ACCOUNTS } from '../build/functionChecks';
import { CANARY_SECRET } from './canary';
import { type FetchJson, gcloud, http } from './cli';
import type { DeployStep } from './plan';
import { getServiceAccountEmail, createGrantStep, policySchema } from './platform';

export const getDeployerEmail = (project: string): string =>
  getServiceAccountEmail('deployer', project);

/**
 * None of these reads members' data or grants project roles. An owner grants them once per project.
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

/** The custom role grants these, because Google's roles that include them are too broad. */
export const DEPLOYER_PERMISSIONS = [
  'datastore.backupSchedules.list',
  'datastore.databases.getMetadata',
  'datastore.databases.list',
  'firebaseauth.configs.get',
  'logging.buckets.get',
  'storage.buckets.get',
];

const CUSTOM_ROLE = 'deployer';
const EXCESSIVE_ROLES = ['roles/owner', 'roles/editor', 'roles/firebase.admin'];

const roleSchema = z.object({ includedPermissions: z._default(z.array(z.string()), []) });
const namedSchema = z.object({ name: z.string() });
const accountsSchema = z.array(z.object({ email: z.string() }));

const getCustomRole = (project: string): string => `projects/${project}/roles/${CUSTOM_ROLE}`;

const getDeployerRoles = (project: string): string[] => [...DEPLOYER_ROLES, getCustomRole(project)];

const createPolicyCall = (project: string) =>
  gcloud(`projects get-iam-policy ${project} --format=json`);

async function findMissingPermissions(
  fetchJson: FetchJson,
  project: string,
): Promise<string[] | null> {
  const role = await fetchJson(
    http('GET', `https://iam.googleapis.com/v1/${getCustomRole(project)}`),
    roleSchema,
  );
  return (
    role &&
    DEPLOYER_PERMISSIONS.filter((permission) => !role.includedPermissions.includes(permission))
  );
}

/** One problem, with its remedy, per missing or excessive role and missing permission. */
export async function findDeployerProblems(
  fetchJson: FetchJson,
  project: string,
  account: string,
): Promise<string[]> {
  const [policy, missingPermissions] = await Promise.all([
    fetchJson(createPolicyCall(project), policySchema),
    findMissingPermissions(fetchJson, project),
  ]);
  const currentRoles = new Set(
    (policy?.bindings ?? [])
      .filter(({ members }) => members.includes(`serviceAccount:${account}`))
      .map(({ role }) => role),
  );
  const missing = getDeployerRoles(project).filter((role) => !currentRoles.has(role));
  const excessive = EXCESSIVE_ROLES.filter((role) => currentRoles.has(role));
  const remedy = `An owner must run npm run deploy:account -- ${project}`;
  return [
    ...missing.map((role) => `${account} lacks ${role}. ${remedy}`),
    ...excessive.map((role) => `${account} has ${role}, which it does not need. ${remedy}`),
    ...(missingPermissions ?? []).map(
      (permission) => `${getCustomRole(project)} lacks ${permission}. ${remedy}`,
    ),
  ];
}

export interface DeployerFacts {
  readonly project: string;
  readonly number: string;
  readonly billingAccount: string;
  /** `OWNER/REPOSITORY`. */
  readonly repository: string;
  readonly environment: string;
}

const createCustomRoleStep = (project: string): DeployStep => ({
  name: 'Custom role',
  remedy: `gcloud iam roles describe ${CUSTOM_ROLE} --project=${project}`,
  findChanges: async (fetchJson) => {
    const missingPermissions = await findMissingPermissions(fetchJson, project);
    const permissions = `--permissions=${DEPLOYER_PERMISSIONS.join(',')} --project=${project}`;
    if (missingPermissions === null)
      return [gcloud(`iam roles create ${CUSTOM_ROLE} ${permissions} --title=Deployer --stage=GA`)];
    return missingPermissions.length === 0
      ? []
      : [gcloud(`iam roles update ${CUSTOM_ROLE} ${permissions}`)];
  },
});

const createRevokeStep = (project: string, member: string): DeployStep => ({
  name: 'Remove excessive roles',
  remedy: `gcloud projects get-iam-policy ${project}`,
  findChanges: async (fetchJson) => {
    const { bindings } = (await fetchJson(createPolicyCall(project), policySchema)) ?? {
      bindings: [],
    };
    return bindings
      .filter(({ role, members }) => EXCESSIVE_ROLES.includes(role) && members.includes(member))
      .map(({ role }) =>
        gcloud(
          `projects remove-iam-policy-binding ${project} --member=${member} --role=${role} --condition=None --format=none`,
        ),
      );
  },
});

/** Only jobs in this GitHub environment may act as the deployer. They need no stored key. */
function buildIdentitySteps({
  project,
  number,
  repository,
  environment,
}: DeployerFacts): DeployStep[] {
  const pool = `--project=${project} --location=global`;
  const subject = `repo:${repository}:environment:${environment}`;
  const principal = `principal://iam.googleapis.com/projects/${number}/locations/global/workloadIdentityPools/github/subject/${subject}`;
  const account = `${getDeployerEmail(project)} --project=${project}`;
  const createIfMissing = (
    name: string,
    describeCommand: string,
    create: string,
    ...extraArguments: string[]
  ): DeployStep => ({
    name,
    remedy: `gcloud ${describeCommand}`,
    findChanges: async (fetchJson) =>
      (await fetchJson(gcloud(`${describeCommand} --format=json`), namedSchema))
        ? []
        : [gcloud(create, ...extraArguments)],
  });
  return [
    createIfMissing(
      'Workload identity pool',
      `iam workload-identity-pools describe github ${pool}`,
      `iam workload-identity-pools create github ${pool}`,
    ),
    createIfMissing(
      'GitHub as the identity provider',
      `iam workload-identity-pools providers describe deploy --workload-identity-pool=github ${pool}`,
      `iam workload-identity-pools providers create-oidc deploy --workload-identity-pool=github ${pool} --issuer-uri=https://token.actions.githubusercontent.com --attribute-mapping=google.subject=assertion.sub`,
      `--attribute-condition=assertion.sub == '${subject}'`,
    ),
    createGrantStep(
      `Let jobs in ${environment} act as the deployer`,
      gcloud(`iam service-accounts get-iam-policy ${account} --format=json`),
      [{ role: 'roles/iam.workloadIdentityUser', member: principal }],
      `iam service-accounts add-iam-policy-binding ${account}`,
    ),
  ];
}

export function buildDeployerSteps(facts: DeployerFacts): DeployStep[] {
  const { project, number, billingAccount } = facts;
  const email = getDeployerEmail(project);
  const member = `serviceAccount:${email}`;
  const scope = `--project=${project}`;
  const runtimeAccounts = [
    ...SERVICE_ACCOUNTS.map((account) => getServiceAccountEmail(account, project)),
    // Cloud Build runs as this account.
    `${number}-compute@developer.gserviceaccount.com`,
  ];
  return [
    {
      name: 'Deployer account',
      remedy: `gcloud iam service-accounts list ${scope}`,
      findChanges: async (fetchJson) => {
        const list = gcloud(`iam service-accounts list ${scope} --format=json`);
        const exists = (await fetchJson(list, accountsSchema))?.some(
          (account) => account.email === email,
        );
        return exists ? [] : [gcloud(`iam service-accounts create deployer ${scope}`)];
      },
    },
    createCustomRoleStep(project),
    createGrantStep(
      'Project roles',
      createPolicyCall(project),
      getDeployerRoles(project).map((role) => ({ role, member })),
      `projects add-iam-policy-binding ${project}`,
      ['--condition=None'],
    ),
    ...runtimeAccounts.map((account) =>
      createGrantStep(
        `Let the deployer deploy functions that run as ${account.split('@')[0]}`,
        gcloud(`iam service-accounts get-iam-policy ${account} ${scope} --format=json`),
        [{ role: 'roles/iam.serviceAccountUser', member }],
        `iam service-accounts add-iam-policy-binding ${account} ${scope}`,
      ),
    ),
    createGrantStep(
      'Let the deployer read the smoke test’s login',
      gcloud(`secrets get-iam-policy ${CANARY_SECRET} ${scope} --format=json`),
      [{ role: 'roles/secretmanager.secretAccessor', member }],
      `secrets add-iam-policy-binding ${CANARY_SECRET} ${scope}`,
    ),
    createGrantStep(
      'Let the deployer manage the budget',
      gcloud(`billing accounts get-iam-policy ${billingAccount} --format=json`),
      [{ role: 'roles/billing.costsManager', member }],
      `billing accounts add-iam-policy-binding ${billingAccount}`,
    ),
    ...buildIdentitySteps(facts),
    createRevokeStep(project, member),
  ];
}
