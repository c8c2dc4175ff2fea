import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createNoteSigner } from '@quantalgo/functions/platform/core/noteSigner';
import { inRoot } from '../system/root';
import { CommandError } from './command';
import { BUCKET, HOST, type Ports, PROJECT } from './ports';

export function getSuiteAddresses(ports: Ports) {
  const toUrl = (port: number) => `http://${HOST}:${port}`;
  return {
    site: toUrl(ports.site),
    inbox: toUrl(ports.inbox),
    telegram: toUrl(ports.telegram),
    broker: toUrl(ports.broker),
    timeAuthority: toUrl(ports.timeAuthority),
    auth: toUrl(ports.auth),
    firestore: toUrl(ports.firestore),
    storage: toUrl(ports.storage),
    hub: toUrl(ports.hub),
    triggers: `${toUrl(ports.functions)}/functions/projects/${PROJECT}/triggers`,
  };
}

export function buildEmulatorEnvironment(ports: Ports) {
  const { site, inbox, storage, triggers } = getSuiteAddresses(ports);
  return {
    GCLOUD_PROJECT: PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
    FIRESTORE_EMULATOR_HOST: `${HOST}:${ports.firestore}`,
    FIREBASE_STORAGE_EMULATOR_HOST: `${HOST}:${ports.storage}`,
    /**
     * The SDK sets this only once per process, so a second suite would use the first suite's files.
     */
    STORAGE_EMULATOR_HOST: storage,
    STORAGE_BUCKET: BUCKET,
    /** Skips Google's metadata server, which isn't reachable offline. */
    METADATA_SERVER_DETECTION: 'none',
    SITE_URL: site,
    INBOX_URL: inbox,
    FUNCTIONS_URL: triggers,
    SUITE_PASSWORD_PEPPER: LOCAL_KEYS.passwordPepper,
  };
}

/** Builds `VITE_FIREBASE`, which points the web app to the suite's emulators. */
export function buildWebFirebaseConfig(ports: Ports): string {
  return JSON.stringify({
    projectId: PROJECT,
    apiKey: 'demo',
    appId: 'demo',
    authDomain: `${PROJECT}.firebaseapp.com`,
    storageBucket: BUCKET,
    emulators: {
      auth: getSuiteAddresses(ports).auth,
      firestore: { host: HOST, port: ports.firestore },
      storage: { host: HOST, port: ports.storage },
    },
  });
}

/** A public test key. The push services that accept it run on this machine. */
export const LOCAL_PUSH_KEYS = {
  publicKey:
    'BI_KKOSJFTQeqhPdC-fEwB35ASDCOYLdVOb1q-ugo8oFA_YnWoAvwvcIGsGvwZjNrTTS5Zap43efZiKfePeVZyY',
  privateKey: 'a6gKzpPMCQf6eEqr02kG5JqJ2tn9oMB2zahPJpIlKfM',
} as const;

export const LOCAL_BOT = {
  token: '1095:a-token-for-local-suites-which-opens-nothing',
  webhookSecret: 'a-webhook-secret-for-local-suites',
  channels: { starter: '-1001095000001', essential: '-1001095000002' },
} as const;

/**
 * Market data comes from the files in CANDLES_DIR (relative to the root), or is simulated.
 * @throws CommandError if there is no such folder
 */
export function buildFunctionParameters(
  ports: Ports,
  candlesDir = process.env['CANDLES_DIR'],
): Record<string, string> {
  const common = {
    SITE_URL: getSuiteAddresses(ports).site,
    DEMONSTRATION: 'true',
    MAIL_PER_SECOND: '1000',
    STAFF_SECOND_FACTOR: process.env['STAFF_SECOND_FACTOR'] === '1' ? '1' : '0',
    VAPID_PUBLIC_KEY: LOCAL_PUSH_KEYS.publicKey,
    TELEGRAM_STARTER_CHANNEL: LOCAL_BOT.channels.starter,
    TELEGRAM_ESSENTIAL_CHANNEL: LOCAL_BOT.channels.essential,
    TELEGRAM_API_URL: getSuiteAddresses(ports).telegram,
  };
  if (candlesDir === undefined || candlesDir === '') return { MARKET_DATA: 'simulated', ...common };
  const folder = resolve(inRoot(), candlesDir);
  if (!existsSync(folder)) throw new CommandError(`CANDLES_DIR: folder not found: ${folder}.`);
  return { MARKET_DATA: 'replay', CANDLES_DIR: folder, ...common };
}

export const LOCAL_POSTBACK_SECRET = 'a-postback-secret-for-local-suites';

export const LOCAL_KEYS = {
  secretsKey: 'a key for local suites, which guards nothing',
  mailKey: 'a key for the mails of local suites',
  pushKey: 'a key for the pushes of local suites',
  pseudonymKey: 'a key for the pseudonyms of local suites',
  limitsKey: 'a key for the limits of local suites',
  logKey: 'a key for the log of local suites, which anyone has',
  factorKey: 'a key for the second factors of local suites',
  passwordPepper: '1:a-pepper-for-local-suites-which-guards-nothing',
} as const;

export const LOCAL_SIGNER = createNoteSigner(LOCAL_KEYS.logKey);

export const buildFunctionSecrets = (ports: Ports): Record<string, string> => ({
  SECRETS_KEY: LOCAL_KEYS.secretsKey,
  MAIL_KEY: LOCAL_KEYS.mailKey,
  PUSH_KEY: LOCAL_KEYS.pushKey,
  PSEUDONYM_KEY: LOCAL_KEYS.pseudonymKey,
  LIMITS_KEY: LOCAL_KEYS.limitsKey,
  LOG_KEY: LOCAL_KEYS.logKey,
  PASSWORD_PEPPER: LOCAL_KEYS.passwordPepper,
  FACTOR_KEY: LOCAL_KEYS.factorKey,
  TWELVEDATA_KEY: 'none: prices are not real on local suites',
  VAPID_PRIVATE_KEY: LOCAL_PUSH_KEYS.privateKey,
  TELEGRAM_BOT_TOKEN: LOCAL_BOT.token,
  TELEGRAM_WEBHOOK_SECRET: LOCAL_BOT.webhookSecret,
  BROKER_POSTBACK_SECRET: LOCAL_POSTBACK_SECRET,
  SMTP_URL: `smtp://${HOST}:${ports.smtp}`,
});
