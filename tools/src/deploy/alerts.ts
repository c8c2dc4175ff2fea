import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { inRoot } from '../system/root';
import { type FetchJson, gcloud, http } from './cli';
import type { DeployStep } from './plan';
import { RETRY_REMEDY, covers, readRootJson } from './platform';

/** Cloud Monitoring channels: `page` wakes someone, `mail` may wait until the morning. */
export interface AlertChannels {
  readonly page: string;
  readonly mail: string;
}

interface MonitoredProject {
  readonly project: string;
  readonly billingAccount: string;
  readonly channels: AlertChannels;
}

const channelsSchema = z.array(
  z.object({
    name: z.string(),
    displayName: z._default(z.string(), ''),
    enabled: z._default(z.boolean(), true),
  }),
);

/**
 * Finds the channels by their display names from the settings.
 * @returns their resource names, and a problem for each that is missing or switched off
 */
export async function findChannels(fetchJson: FetchJson, project: string, titles: AlertChannels) {
  const list = gcloud(`beta monitoring channels list --project=${project} --format=json`);
  const liveChannels = (await fetchJson(list, channelsSchema)) ?? [];
  const find = (title: string): string =>
    liveChannels.find(({ enabled, displayName }) => enabled && displayName === title)?.name ?? '';
  const channels: AlertChannels = { page: find(titles.page), mail: find(titles.mail) };
  const missing = new Set([titles.page, titles.mail].filter((title) => find(title) === ''));
  const problems = [...missing].map(
    (title) =>
      `There is no enabled alert channel “${title}”. Run gcloud services enable monitoring.googleapis.com --project=${project} && gcloud beta monitoring channels create --project=${project} --display-name='${title}' --type=email --channel-labels=email_address=ADDRESS`,
  );
  return { channels, problems };
}

const policiesSchema = z.object({
  alertPolicies: z._default(
    z.array(
      z.looseObject({
        name: z.string(),
        displayName: z.string(),
        notificationChannels: z._default(z.array(z.string()), []),
      }),
    ),
    [],
  ),
});
const namedFields = { name: z.string(), displayName: z._default(z.string(), '') };
const checksSchema = z.array(
  z.object({
    ...namedFields,
    monitoredResource: z._default(z.object({ labels: z.record(z.string(), z.string()) }), {
      labels: {},
    }),
  }),
);
const specifiedAmount = z._default(
  z.object({
    units: z._default(z.string(), '0'),
    nanos: z._default(z.number(), 0),
    currencyCode: z._default(z.string(), ''),
  }),
  { units: '0', nanos: 0, currencyCode: '' },
);
const budgetsSchema = z.array(z.object({ ...namedFields, amount: z.object({ specifiedAmount }) }));

const alertSchema = z.looseObject({
  displayName: z.string(),
  severity: z.enum(['CRITICAL', 'ERROR', 'WARNING']),
});

const createAlertStep = ({ project, channels }: MonitoredProject): DeployStep => ({
  name: 'Alert policies',
  remedy: `gcloud beta monitoring channels list --project=${project}`,
  findChanges: async (fetchJson) => {
    const url = 'https://monitoring.googleapis.com/v3';
    const policiesUrl = `${url}/projects/${project}/alertPolicies`;
    const list = http('GET', `${policiesUrl}?pageSize=200`);
    const live = (await fetchJson(list, policiesSchema))?.alertPolicies ?? [];
    return readdirSync(inRoot('alerts')).flatMap((file) => {
      const policy = alertSchema.parse(readRootJson('alerts', file));
      const channel = policy.severity === 'CRITICAL' ? channels.page : channels.mail;
      const livePolicy = live.find(({ displayName }) => displayName === policy.displayName);
      const currentChannels = livePolicy?.notificationChannels ?? [];
      const notificationChannels = currentChannels.includes(channel)
        ? currentChannels
        : [...currentChannels, channel];
      const desired = { ...policy, notificationChannels };
      if (!livePolicy) return [http('POST', policiesUrl, desired)];
      const mask = Object.keys(desired).join();
      return covers(livePolicy, desired)
        ? []
        : [http('PATCH', `${url}/${livePolicy.name}?updateMask=${mask}`, desired)];
    });
  },
});

/** Paths by check name. A policy in `alerts/` refers to each check. */
const UPTIME_CHECKS: Readonly<Record<string, string>> = {
  'log-checkpoint': '/ledger/checkpoint',
  'health-check': '/api/health',
};

/** A check's host can't be changed, so a check for a different host is replaced. */
const createUptimeStep = (project: string, host: string): DeployStep => ({
  name: 'Uptime checks',
  remedy: RETRY_REMEDY,
  findChanges: async (fetchJson) => {
    const scope = `--project=${project}`;
    const list = gcloud(`monitoring uptime list-configs ${scope} --format=json`);
    const liveChecks = (await fetchJson(list, checksSchema)) ?? [];
    return Object.entries(UPTIME_CHECKS).flatMap(([title, path]) => {
      const matches = liveChecks.filter(({ displayName }) => displayName === title);
      const outdated = matches.filter((check) => check.monitoredResource.labels['host'] !== host);
      return [
        ...(matches.length > outdated.length
          ? []
          : [
              gcloud(
                `monitoring uptime create ${title} ${scope} --resource-type=uptime-url --resource-labels=host=${host},project_id=${project} --protocol=https --path=${path} --period=5`,
              ),
            ]),
        ...outdated.map(({ name }) => gcloud(`monitoring uptime delete ${name} ${scope}`)),
      ];
    });
  },
});

const DEFAULT_BUDGET = '100EUR';

/** @param amount in the billing account's currency; undefined leaves an existing budget as it is */
const createBudgetStep = (
  { project, billingAccount }: MonitoredProject,
  amount: string | undefined,
): DeployStep => ({
  name: 'Budget',
  remedy: 'npm run deploy -- … --budget 100USD, in the billing account’s currency',
  findChanges: async (fetchJson) => {
    const title = `quantalgo ${project}`;
    const scope = `--billing-account=${billingAccount}`;
    const list = gcloud(`billing budgets list ${scope} --format=json`);
    const budgets = await fetchJson(list, budgetsSchema);
    const budget = budgets?.find(({ displayName }) => displayName === title);
    if (!budget)
      return [
        gcloud(
          `billing budgets create ${scope} --filter-projects=projects/${project} --budget-amount=${amount ?? DEFAULT_BUDGET} --threshold-rule=percent=0.5 --threshold-rule=percent=0.9`,
          `--display-name=${title}`,
        ),
      ];
    const { units, nanos, currencyCode } = budget.amount.specifiedAmount;
    const live = `${Number(units) + nanos / 1e9}${currencyCode}`;
    return amount === undefined || amount === live
      ? []
      : [gcloud(`billing budgets update ${budget.name} --budget-amount=${amount}`)];
  },
});

export const buildMonitoringSteps = (
  facts: MonitoredProject,
  site: string,
  budget?: string,
): DeployStep[] => [
  createAlertStep(facts),
  createUptimeStep(facts.project, new URL(site).host),
  createBudgetStep(facts, budget),
];
