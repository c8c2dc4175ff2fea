import { setTimeout as sleep } from 'node:timers/promises';
import { bucketOf } from '@quantalgo/functions/platform/core/firebase';
import {
  type Finding,
  findingsByPages,
  pagesOf,
  type ProjectAccess,
  report,
} from '@quantalgo/functions/platform/invariants/scan';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { type CheckResult } from '../checks/checks';
import { emulatorEnvironment } from './environment';
import { requireRunning } from './runFile';
import { BUCKET, type Ports, PROJECT } from './ports';

/** A project, accessed with the server's privileges. */
export interface Project extends ProjectAccess {
  readonly close: () => Promise<void>;
}

function open(
  projectId: string,
  storageBucket: string,
  aheadMs: number,
  databaseId = '(default)',
): Project {
  const app = initializeApp({ projectId, storageBucket }, `invariants of ${projectId}`);
  return {
    auth: getAuth(app),
    database: getFirestore(app, databaseId),
    bucket: bucketOf(app),
    aheadMs,
    close: () => deleteApp(app),
  };
}

/**
 * A deployed project, accessed with the caller's own Google Cloud credentials.
 * @param databaseId another of its databases, such as a restored backup
 */
export const openProject = (projectId: string, databaseId?: string): Project =>
  open(projectId, `${projectId}.firebasestorage.app`, 0, databaseId);

/** Tests may have a suite publish slots this far (ms) ahead of their time. */
const AHEAD_IN_SUITE_MS = 4 * 60 * 60_000;

/** A running suite. */
export function openSuite(ports: Ports): Project {
  // The Firebase SDK finds emulators through these variables only.
  Object.assign(process.env, emulatorEnvironment(ports));
  return open(PROJECT, BUCKET, AHEAD_IN_SUITE_MS);
}

/** A deployed project, accessed with the caller's own Google Cloud credentials, or else the running suite. */
export function openPlace(projectId: string | undefined): { name: string; project: Project } {
  if (projectId !== undefined) return { name: projectId, project: openProject(projectId) };
  const { run, ports } = requireRunning(', or name a deployed project');
  return { name: run.site, project: openSuite(ports) };
}

const outcomeOf = (findings: readonly Finding[]): CheckResult => {
  const failed = findings.filter(({ violations }) => violations.length > 0).length;
  return { passed: findings.length - failed, failed, skipped: 0, output: report(findings) };
};

/**
 * Checks a project against every invariant. Reads it again until all of them hold or `patienceMs` have passed, because
 * triggers take time to mirror changes.
 * @param clock the project's own, where it is another than this machine's
 */
export async function scan(
  project: Project,
  patienceMs: number,
  clock: () => number = Date.now,
): Promise<CheckResult> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const when = { at: clock(), aheadMs: project.aheadMs };
    const outcome = outcomeOf(await findingsByPages(pagesOf(project), when));
    if (outcome.failed === 0 || Date.now() >= until) return outcome;
    await sleep(AGAIN_AFTER_MS);
  }
}

const AGAIN_AFTER_MS = 1000;
