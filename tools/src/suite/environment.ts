import { BUCKET, HOST, PROJECT } from './project';
import { type Ports } from './ports';

/** The addresses of a suite, without a slash at their end. */
export function addressesOf(ports: Ports) {
  const at = (port: number) => `http://${HOST}:${port}`;
  return {
    site: at(ports.site),
    inbox: at(ports.inbox),
    auth: at(ports.auth),
    firestore: at(ports.firestore),
    storage: at(ports.storage),
    triggers: `${at(ports.functions)}/functions/projects/${PROJECT}/triggers`,
  };
}

/** The variables through which the Firebase SDKs, tests and journeys find a suite. */
export function emulatorEnvironment(ports: Ports) {
  const { site, inbox, storage, triggers } = addressesOf(ports);
  return {
    GCLOUD_PROJECT: PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.auth}`,
    FIRESTORE_EMULATOR_HOST: `${HOST}:${ports.firestore}`,
    FIREBASE_STORAGE_EMULATOR_HOST: `${HOST}:${ports.storage}`,
    /** The Firebase SDK sets it once in a process, so that a second suite's files would be looked for in the first. */
    STORAGE_EMULATOR_HOST: storage,
    STORAGE_BUCKET: BUCKET,
    /** No look for a Google machine around us: there is none, and nothing asks the network. */
    METADATA_SERVER_DETECTION: 'none',
    SITE_URL: site,
    INBOX_URL: inbox,
    FUNCTIONS_URL: triggers,
  };
}

export type EmulatorEnvironment = ReturnType<typeof emulatorEnvironment>;

/** `VITE_FIREBASE`: how the web app reaches Firebase, or its emulators where `emulators` is not null. */
export function webFirebaseConfig(ports: Ports): string {
  return JSON.stringify({
    projectId: PROJECT,
    apiKey: 'demo',
    appId: 'demo',
    authDomain: `${PROJECT}.firebaseapp.com`,
    storageBucket: BUCKET,
    emulators: {
      auth: addressesOf(ports).auth,
      firestore: { host: HOST, port: ports.firestore },
      storage: { host: HOST, port: ports.storage },
    },
  });
}
