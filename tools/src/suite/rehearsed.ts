import { join } from 'node:path';
import { buildSite } from '../build/site';
import { createLineProgress } from './command';
import { BUCKET, type Offset, PROJECT, getSuitePaths } from './ports';

/** Verbatim output of `firebase apps:sdkconfig WEB`. */
const SDK_CONFIG = `{
  "projectId": "${PROJECT}",
  "appId": "1:123456789012:web:0123456789abcdef012345",
  "storageBucket": "${BUCKET}",
  "apiKey": "AIza-of-the-project",
  "authDomain": "${PROJECT}.firebaseapp.com",
  "messagingSenderId": "123456789012",
  "projectNumber": "123456789012",
  "version": "2"
}`;

const SETTINGS_FOLDER = 'tools/test/release/env';

export async function buildRehearsedSite(offset: Offset, signal: AbortSignal): Promise<void> {
  const { site, logs } = getSuitePaths(offset);
  const building = buildSite(site, SDK_CONFIG, join(logs, 'site.log'), signal, SETTINGS_FOLDER);
  await createLineProgress('  ').step('Building the site', building);
}
