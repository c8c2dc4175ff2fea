import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const JAR = join('platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar');

function rootOfGcloud(path: string): string[] {
  const gcloud = path
    .split(delimiter)
    .map((folder) => join(folder, 'gcloud'))
    .find(existsSync);
  return gcloud === undefined ? [] : [dirname(dirname(realpathSync(gcloud)))];
}

/** Path of the Firestore emulator that the Google Cloud CLI installed, if it did; `env` as in process.env. */
export function findCloudSdkJar(env: Record<string, string | undefined>): string | undefined {
  const roots = [
    env['CLOUDSDK_ROOT'] ?? '',
    env['CLOUDSDK_ROOT_DIR'] ?? '',
    ...rootOfGcloud(env['PATH'] ?? ''),
    '/usr/lib/google-cloud-sdk',
    '/usr/local/google-cloud-sdk',
    '/opt/google-cloud-sdk',
    '/snap/google-cloud-cli/current',
    '/opt/homebrew/share/google-cloud-sdk',
    join(homedir(), 'google-cloud-sdk'),
  ];
  const jars = roots.filter((root) => root !== '').map((root) => join(root, JAR));
  return jars.find(existsSync);
}
