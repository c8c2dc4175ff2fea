import { setTimeout as sleep } from 'node:timers/promises';
import { openBucket } from '@quantalgo/functions/platform/core/firebase';
import {
  type Finding,
  findViolationsByPages,
  readProjectPages,
  type ProjectAccess,
  formatFindings,
} from '@quantalgo/functions/platform/invariants/scan';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { type CheckResult } from '../checks/checks';
import { buildEmulatorEnvironment } from './environment';
import { requireRunning } from './runFile';
import { BUCKET, type Ports, PROJECT } from './ports';

export interface Project extends ProjectAccess {
  readonly close: () => Promise<void>;
}

function openApp(
  projectId: string,
  storageBucket: string,
  aheadMs: number,
  databaseId = '(default)',
): Project {
  const app = initializeApp({ projectId, storageBucket }, `invariants of ${projectId}`);
  return {
    auth: getAuth(app),
    database: getFirestore(app, databaseId),
    bucket: openBucket(app),
    aheadMs,
    close: () => deleteApp(app),
  };
}

/**
 * Uses the caller's own Google Cloud credentials.
 * @param databaseId another database, such as a restored backup
 */
export const openProject = (projectId: string, databaseId?: string): Project =>
  openApp(projectId, `${projectId}.firebasestorage.app`, 0, databaseId);

/** Tests may publish slots this far ahead of the clock. */
const MAX_SUITE_AHEAD_MS = 4 * 60 * 60_000;

export function openSuite(ports: Ports): Project {
  // The Firebase SDK finds emulators only through these variables.
  Object.assign(process.env, buildEmulatorEnvironment(ports));
  return openApp(PROJECT, BUCKET, MAX_SUITE_AHEAD_MS);
}

export function openProjectOrSuite(projectId: string | undefined): {
  name: string;
  project: Project;
} {
  if (projectId !== undefined) return { name: projectId, project: openProject(projectId) };
  const { run, ports } = requireRunning(', or name a deployed project');
  return { name: run.site, project: openSuite(ports) };
}

const toResult = (findings: readonly Finding[]): CheckResult => {
  const failed = findings.filter(({ violations }) => violations.length > 0).length;
  return { passed: findings.length - failed, failed, skipped: 0, output: formatFindings(findings) };
};

/**
 * Checks every invariant repeatedly until all hold or `timeoutMs` have passed, because triggers
 * need time to mirror changes.
 * @param clock the project's clock, if it isn't this machine's
 */
export async function scanInvariants(
  project: Project,
  timeoutMs: number,
  clock: () => number = Date.now,
): Promise<CheckResult> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const times = { at: clock(), aheadMs: project.aheadMs };
    const outcome = toResult(await findViolationsByPages(readProjectPages(project), times));
    if (outcome.failed === 0 || Date.now() >= deadline) return outcome;
    await sleep(RETRY_INTERVAL_MS);
  }
}

const RETRY_INTERVAL_MS = 1000;
