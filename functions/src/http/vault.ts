import { EMPTY_LEARNING, NO_LESSON, TooManyNotesError } from '@quantalgo/contracts/vault/learning';
import { createIdempotentCall } from '../platform/core/idempotency';
import { readLearning, writeLearning } from '../platform/vault/learning';
import { requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

// Imported on first use, because other calls don't need the courses' texts.
const loadVault = async () => (await import('../platform/vault/courses')).getVault();

export const createVaultHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'courses' | 'learning' | 'writeLearning'> => ({
  async courses({ query: { have: knownVersion }, caller }) {
    requireFeature(deps, caller, 'mentorship-vault');
    await enforceLimits(deps.limiter, ['memberCourseReads', caller.session.uid]);
    const { version, courses } = await loadVault();
    return { data: { version, courses: knownVersion === version ? null : [...courses] } };
  },

  async learning({ caller }) {
    requireFeature(deps, caller, 'mentorship-vault');
    const { uid } = caller.session;
    await enforceLimits(deps.limiter, ['memberLearningRequests', uid]);
    return { data: (await readLearning(deps.firestore, uid)) ?? EMPTY_LEARNING };
  },

  async writeLearning({ body, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'mentorship-vault');
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberLearningRequests', uid]);
    const { courses } = await loadVault();
    if (!courses.some(({ lessons }) => lessons.some(({ id }) => id === body.lesson)))
      throw new HttpError(404, NO_LESSON);
    const call = createIdempotentCall(uid, key, 'writeLearning', body);
    try {
      return { data: await writeLearning(firestore, call, body, clock()) };
    } catch (error) {
      if (error instanceof TooManyNotesError) throw new HttpError(409, error.message);
      throw error;
    }
  },
});
