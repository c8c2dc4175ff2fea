import { withTimeout } from '../core/withTimeout';

const LOGOUT_WORK_TIMEOUT_MS = 3000;

type Work = () => Promise<unknown>;

const pendingWork = new Set<Work>();

/**
 * Registers work that needs the session, so that logging out waits for it.
 * @returns a function that removes it
 */
export function addLogoutWork(work: Work): () => void {
  pendingWork.add(work);
  return () => {
    pendingWork.delete(work);
  };
}

export const runLogoutWork = (): Promise<unknown> =>
  withTimeout<unknown>(
    LOGOUT_WORK_TIMEOUT_MS,
    Promise.allSettled([...pendingWork].map(async (work) => await work())),
    undefined,
  );
