import type { RequestListener } from 'node:http';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { onRequest } from 'firebase-functions/https';
import { createCustomTokenExchange } from './platform/auth/identityToolkit';
import { createPasswords, WITHOUT_PEPPER } from './platform/auth/passwords';
import { wallClock } from './platform/core/clock';
import { API_OPTIONS, PASSWORDS_OPTIONS } from './platform/core/deployment';
import { environment, requireSetting } from './platform/core/environment';
import { auth, bucket, firestore } from './platform/core/firebase';
import { createFirestoreLimiter } from './platform/core/rateLimiter';
import { createMissingDigester, createSecrets } from './platform/core/secrets';
import { createApi, type EndpointGroup } from './http/server';
import type { ApiInput } from './http/core/deps';
import { hideBodies, revealBody } from './http/core/platformBody';
import { getBotUrl, getTelegramSettings } from './http/core/telegramSettings';
import { logger } from './platform/core/log';

// Makes stack traces in the log refer to our sources instead of the bundle.
process.setSourceMapsEnabled(true);

export {
  anchorUsers,
  correctRecord,
  expireRegistrations,
  inspectPicture,
  inspectProof,
  inspectSetup,
  noteWaitingProof,
  publishSignal,
  reconcileAccounts,
  reconcileConsole,
  refitCalibrations,
  removeOrphans,
  resumeDeletions,
  resumeInspections,
  resumePushes,
  runInspectionTask,
  runPushTask,
  sendPush,
  sendSignal,
  settleSignals,
  stampHead,
  syncAccessClaims,
  unlinkUpload,
  watchService,
} from './jobs';
export { deliverMail, retryMail, runMailTask } from './emailJobs';
export { postSignal, reconcileTelegram, syncChannelMembership } from './telegramJobs';

function createApp(group: EndpointGroup): RequestListener {
  const { webApiKey, authEmulatorHost, limitsFactor, marketData } = environment;
  const { inEmulator: local, pairs, vapidPublicKey: publicKey } = environment;
  const limitSecrets = createSecrets(requireSetting(environment.limitsKey, 'LIMITS_KEY'));
  const shared = { firestore: firestore(), clock: wallClock };
  const telegram = getTelegramSettings(environment);
  const input: ApiInput = {
    ...shared,
    auth: auth(),
    bucket: bucket(),
    passwords:
      group === 'others'
        ? WITHOUT_PEPPER
        : createPasswords(requireSetting(environment.passwordPepper, 'PASSWORD_PEPPER')),
    exchangeToken: createCustomTokenExchange(webApiKey, authEmulatorHost),
    limiter: createFirestoreLimiter({ ...shared, limitSecrets, factor: limitsFactor }),
    secrets: createSecrets(requireSetting(environment.secretsKey, 'SECRETS_KEY')),
    mailSecrets: createSecrets(requireSetting(environment.mailKey, 'MAIL_KEY')),
    pushSecrets:
      group === 'passwords'
        ? createMissingDigester('PUSH_KEY')
        : createSecrets(requireSetting(environment.pushKey, 'PUSH_KEY')),
    pseudonymSecrets: createSecrets(requireSetting(environment.pseudonymKey, 'PSEUDONYM_KEY')),
    factorSecrets: createSecrets(requireSetting(environment.factorKey, 'FACTOR_KEY')),
    issuer: requireSetting(environment.brand, 'BRAND_NAME').name,
    requiresFactor: environment.requiresFactor,
    log: logger,
    source: marketData,
    telegram,
    telegramBot: group === 'passwords' ? getBotUrl(environment) : (telegram?.bot ?? null),
    postbacks: environment.postbacks,
    push: { publicKey, pairs: pairs ?? DEFAULT_PAIRS, local },
    behindPlatform: !local,
    challengeBits: environment.challengeBits,
  };
  return createApi(input, group);
}

// Created at the first request, because every other function loads this module too.
function createLazyApp(group: EndpointGroup): RequestListener {
  let app: RequestListener | undefined;
  return (request, response) => {
    revealBody(request);
    (app ??= createApp(group))(request, response);
  };
}

// Other functions get events from Google, whose bodies the framework parses.
if (environment.functionName === 'api' || environment.functionName === 'passwords') hideBodies();

/** Serves all calls that don't hash a password. Hosting exposes it on the site's own origin. */
export const api = onRequest(API_OPTIONS, createLazyApp('others'));

/** Serves calls that hash a password, so that a flood of them can't slow down the others. */
export const passwords = onRequest(PASSWORDS_OPTIONS, createLazyApp('passwords'));
