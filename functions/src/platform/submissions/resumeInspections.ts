import { Timestamp } from 'firebase-admin/firestore';
import { INSPECTION_RETRY_MS, isInspectionDue } from '../../domain/submissions/inspection';
import { logAlarm } from '../core/alarm';
import { parseDocument } from '../core/documents';
import { inspectUpload, type InspectDeps } from './inspect';
import { CHECKING, UPLOAD_KINDS, type UploadKind, uploadSchema } from './kinds';

const MAX_CANDIDATES = 100;

/** Starts no inspection after this, because the next run and the function's timeout are near. */
const MAX_RUN_DURATION_MS = 4 * 60_000;

interface ResumedInspection {
  readonly collection: UploadKind['collection'];
  readonly id: string;
  readonly outcome: 'accepted' | 'rejected' | 'failed';
  readonly cause?: unknown;
}

interface Candidate {
  readonly kind: UploadKind;
  readonly id: string;
  readonly attempts: number;
  readonly hasBegun: boolean;
}

async function findCandidates(
  { firestore, clock }: InspectDeps,
  kind: UploadKind,
): Promise<Candidate[]> {
  const now = clock();
  const { docs } = await firestore
    .collection(kind.collection)
    .where('state', '==', CHECKING)
    .where('createdAt', '<=', Timestamp.fromMillis(now - INSPECTION_RETRY_MS))
    .orderBy('createdAt', 'asc')
    .limit(MAX_CANDIDATES)
    .get();
  return docs.flatMap((document) => {
    const { id } = document;
    try {
      const upload = parseDocument(uploadSchema, document);
      if (!isInspectionDue(upload, now)) return [];
      return [{ kind, id, attempts: upload.attempts ?? 0, hasBegun: upload.triedAt !== undefined }];
    } catch {
      // The inspection will report what is wrong with the document.
      return [{ kind, id, attempts: 0, hasBegun: false }];
    }
  });
}

async function resume(deps: InspectDeps, { kind, id }: Candidate): Promise<ResumedInspection[]> {
  const { collection } = kind;
  try {
    const verdict = await inspectUpload(deps, kind, id, 'when due');
    return verdict ? [{ collection, id, outcome: verdict.accepted ? 'accepted' : 'rejected' }] : [];
  } catch (cause) {
    return [{ collection, id, outcome: 'failed', cause }];
  }
}

/**
 * Runs inspections that never started, or ended without a verdict. Files that crashed earlier runs
 * come last, so that they don't block others.
 */
export async function resumeInspections(deps: InspectDeps): Promise<readonly ResumedInspection[]> {
  const deadline = deps.clock() + MAX_RUN_DURATION_MS;
  const lists = await Promise.all(UPLOAD_KINDS.map((kind) => findCandidates(deps, kind)));
  const candidates = lists.flat();
  const lateCount = candidates.filter(({ hasBegun }) => hasBegun).length;
  if (lateCount > 0) logAlarm({ alarm: 'tasks-late', value: lateCount });
  const resumed: ResumedInspection[] = [];
  for (const candidate of candidates.sort((a, b) => a.attempts - b.attempts))
    if (deps.clock() < deadline) resumed.push(...(await resume(deps, candidate)));
  return resumed;
}
