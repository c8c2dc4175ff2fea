import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { inRoot } from '../system/root';
import { type Ask, gcloud, http } from './cli';
import type { DeployStep } from './plan';
import { AGAIN, covers, jsonOf } from './platform';

/** Channels of Cloud Monitoring: for what wakes somebody, and for what may wait until the morning. */
export interface AlertChannels {
  readonly page: string;
  readonly mail: string;
}

/** A project that is watched; its channels by their resource names. */
interface WatchedProject {
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
 * Finds the channels that the settings name by their display names.
 * @returns their resource names, and a problem for each that doesn't exist or is switched off
 */
export async function findChannels(ask: Ask, project: string, titles: AlertChannels) {
  const list = gcloud(`beta monitoring channels list --project=${project} --format=json`);
  const all = (await ask(list, channelsSchema)) ?? [];
  const find = (title: string): string =>
    all.find(({ enabled, displayName }) => enabled && displayName === title)?.name ?? '';
  const channels: AlertChannels = { page: find(titles.page), mail: find(titles.mail) };
  const missing = new Set([titles.page, titles.mail].filter((title) => find(title) === ''));
  const problems = [...missing].map(
    (title) =>
      `Alerts would reach nobody at “${title}”: gcloud services enable monitoring.googleapis.com --project=${project} && gcloud beta monitoring channels create --project=${project} --display-name='${title}' --type=email --channel-labels=email_address=ADDRESS`,
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

/** Creates each policy with the channel of its severity, or corrects it; channels that somebody added stay. */
const alertStep = ({ project, channels }: WatchedProject): DeployStep => ({
  name: 'Alert policies',
  remedy: `gcloud beta monitoring channels list --project=${project}`,
  look: async (ask) => {
    const url = 'https://monitoring.googleapis.com/v3';
    const all = `${url}/projects/${project}/alertPolicies`;
    const live =
      (await ask(http('GET', `${all}?pageSize=200`), policiesSchema))?.alertPolicies ?? [];
    return readdirSync(inRoot('alerts')).flatMap((file) => {
      const policy = alertSchema.parse(jsonOf('alerts', file));
      const channel = policy.severity === 'CRITICAL' ? channels.page : channels.mail;
      const present = live.find(({ displayName }) => displayName === policy.displayName);
      const notified = present?.notificationChannels ?? [];
      const notificationChannels = notified.includes(channel) ? notified : [...notified, channel];
      const wanted = { ...policy, notificationChannels };
      if (!present) return [http('POST', all, wanted)];
      const mask = Object.keys(wanted).join();
      return covers(present, wanted)
        ? []
        : [http('PATCH', `${url}/${present.name}?updateMask=${mask}`, wanted)];
    });
  },
});

/** Checks from outside of the project, by name. A policy in `alerts/` names each. */
const UPTIME_CHECKS: Readonly<Record<string, string>> = {
  'log-checkpoint': '/ledger/checkpoint',
  'health-check': '/api/health',
};

/** A check's host can't be changed: one of another host is replaced. */
const uptimeStep = (project: string, host: string): DeployStep => ({
  name: 'Uptime checks',
  remedy: AGAIN,
  look: async (ask) => {
    const of = `--project=${project}`;
    const list = gcloud(`monitoring uptime list-configs ${of} --format=json`);
    const all = (await ask(list, checksSchema)) ?? [];
    return Object.entries(UPTIME_CHECKS).flatMap(([title, path]) => {
      const named = all.filter(({ displayName }) => displayName === title);
      const others = named.filter((one) => one.monitoredResource.labels['host'] !== host);
      return [
        ...(named.length > others.length
          ? []
          : [
              gcloud(
                `monitoring uptime create ${title} ${of} --resource-type=uptime-url --resource-labels=host=${host},project_id=${project} --protocol=https --path=${path} --period=5`,
              ),
            ]),
        ...others.map(({ name }) => gcloud(`monitoring uptime delete ${name} ${of}`)),
      ];
    });
  },
});

/** The amount of a budget where none was named before. */
const FIRST_BUDGET = '100EUR';

/** @param amount in the currency of the billing account; undefined leaves a budget as it is */
const budgetStep = (
  { project, billingAccount }: WatchedProject,
  amount: string | undefined,
): DeployStep => ({
  name: 'Budget',
  remedy: 'npm run deploy -- … --budget 100USD, in the currency of the billing account',
  look: async (ask) => {
    const title = `quantalgo ${project}`;
    const of = `--billing-account=${billingAccount}`;
    const list = gcloud(`billing budgets list ${of} --format=json`);
    const budget = (await ask(list, budgetsSchema))?.find((one) => one.displayName === title);
    if (!budget)
      return [
        gcloud(
          `billing budgets create ${of} --filter-projects=projects/${project} --budget-amount=${amount ?? FIRST_BUDGET} --threshold-rule=percent=0.5 --threshold-rule=percent=0.9`,
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

/** Monitoring and budget of a live site. */
export const watchSteps = (facts: WatchedProject, site: string, budget?: string): DeployStep[] => [
  alertStep(facts),
  uptimeStep(facts.project, new URL(site).host),
  budgetStep(facts, budget),
];
