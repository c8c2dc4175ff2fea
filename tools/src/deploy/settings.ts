import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { type DeployCheck } from './deployment';

/** Settings that a deployed project can't do without. */
const NEEDED = ['SITE_URL', 'WEB_API_KEY', 'MAIL_FROM', 'MARKET_DATA'] as const;
/** Secrets are kept by Secret Manager: in a file of settings anybody who builds could read them. */
const SECRETS = ['SECRETS_KEY', 'SMTP_URL', 'TWELVEDATA_KEY', 'VAPID_PRIVATE_KEY'] as const;

function unparsed(settings: Readonly<Record<string, string>>): string[] {
  try {
    parseEnvironment(settings);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Held against the settings of the project that is named; without one there is nothing to hold. */
export const SETTING_CHECKS: readonly DeployCheck[] = [
  {
    says: 'The settings of the project are whole and can be read',
    problems: ({ settings }) =>
      settings === null
        ? []
        : [
            ...NEEDED.filter((name) => (settings[name] ?? '') === '').map(
              (name) => `${name} is missing`,
            ),
            ...unparsed(settings),
          ],
  },
  {
    says: 'The settings of the project hold no secret, and nothing of a demonstration',
    problems: ({ settings }) => {
      if (settings === null) return [];
      const local = ['LIMITS_FACTOR', 'CANDLES_DIR', 'DEMONSTRATION'].filter(
        (name) => name in settings,
      );
      return [
        ...SECRETS.filter((name) => name in settings).map(
          (name) => `${name} belongs to Secret Manager`,
        ),
        ...local.map((name) => `${name} is for local suites`),
      ];
    },
  },
  {
    says: 'Site, sender and push subject are addresses that the world can reach',
    problems: ({ settings }) => {
      if (settings === null) return [];
      const { SITE_URL = '', MAIL_FROM = '' } = settings;
      return [
        ...(SITE_URL.startsWith('https://') ? [] : ['SITE_URL is not served by https']),
        ...(/@[^\s@>]+\.[a-z]{2,}>?$/i.test(MAIL_FROM) && !MAIL_FROM.includes('.test')
          ? []
          : ['MAIL_FROM is no address that mail can come from']),
      ];
    },
  },
];
