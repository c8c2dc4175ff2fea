import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCloudSdkJar } from '../../emulators/find';
import { findChromium } from '../../emulators/install';

const root = mkdtempSync(join(tmpdir(), 'sdk-'));
const folder = join(root, 'platform', 'cloud-firestore-emulator');
mkdirSync(folder, { recursive: true });
mkdirSync(join(root, 'bin'));
writeFileSync(join(folder, 'cloud-firestore-emulator.jar'), '');
writeFileSync(join(root, 'bin', 'gcloud'), '');

describe('the Cloud CLI’s emulator', () => {
  it('is found where CLOUDSDK_ROOT says', () => {
    const jar = join(folder, 'cloud-firestore-emulator.jar');
    expect(findCloudSdkJar({ CLOUDSDK_ROOT: root })).toBe(jar);
  });

  it('is found beside the gcloud on the path', () => {
    const jar = findCloudSdkJar({ PATH: ['/nowhere', join(root, 'bin')].join(':') });
    expect(jar).toMatch(/platform\/cloud-firestore-emulator\/cloud-firestore-emulator\.jar$/);
    expect(jar).toContain('sdk-');
  });
});

describe('Chromium', () => {
  it('is the one that CHROME_PATH names, before all others', () => {
    expect(findChromium(process.execPath)).toBe(process.execPath);
  });
});
