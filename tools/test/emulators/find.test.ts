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

describe('findCloudSdkJar', () => {
  it('finds the emulator in CLOUDSDK_ROOT', () => {
    const jar = join(folder, 'cloud-firestore-emulator.jar');
    expect(findCloudSdkJar({ CLOUDSDK_ROOT: root })).toBe(jar);
  });

  it('finds the emulator next to the gcloud on the PATH', () => {
    const jar = findCloudSdkJar({ PATH: ['/nowhere', join(root, 'bin')].join(':') });
    expect(jar).toMatch(/platform\/cloud-firestore-emulator\/cloud-firestore-emulator\.jar$/);
    expect(jar).toContain('sdk-');
  });
});

describe('findChromium', () => {
  it('prefers the path in CHROME_PATH', () => {
    expect(findChromium(process.execPath)).toBe(process.execPath);
  });
});
