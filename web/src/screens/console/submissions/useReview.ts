import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import type { AdminProof, AdminSetup, ProofCase } from '@quantalgo/contracts/submissions/review';
import { adminProofsEndpoints } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Request, RequestState } from '../../../data/core/useRequest';
import { useOnce } from '../../../data/core/useOnce';
import { describeFailure, toFailureText } from '../../../data/core/errors';
import {
  type Queue,
  releaseProof,
  takeNextProof,
  takeProof,
  useSetupCase,
} from '../../../data/console/submissions';
import {
  type Case,
  type Grant,
  isDecidable,
  toProofCase,
  toSetupCase,
  PROOF_REVIEW,
  type ReviewKind,
  SETUP_REVIEW,
} from './kinds';

export interface ReviewDecision {
  readonly user: AdminUser;
  /** Reason of a rejection; null for an approval. */
  readonly reason: string | null;
}

type ActionInProgress = 'taking' | Grant | 'rejecting' | null;

export interface Review {
  readonly opened: Case | null;
  /** Query of the case being opened, if its progress is shown. */
  readonly opening: RequestState | null;
  readonly decided: ReviewDecision | null;
  /** The queue turned out to be empty. */
  readonly isEmpty: boolean;
  readonly inProgress: ActionInProgress;
  readonly failure: string | null;
  readonly open: (id: string) => void;
  readonly next: () => void;
  readonly close: () => void;
  readonly approve: (tier: Grant) => void;
  readonly reject: (reason: string) => void;
}

export const removeSubmissions =
  (ids: readonly string[]) =>
  <S extends { readonly id: string }>(queue: Queue<S>): Queue<S> => ({
    ...queue,
    rows: queue.rows.filter(({ id }) => !ids.includes(id)),
  });

/** Runs one action at a time. */
function useDecision(
  kind: ReviewKind,
  opened: Case | null,
  onDecided: (id: string, decided: ReviewDecision) => void,
) {
  const [inProgress, setInProgress] = useState<ActionInProgress>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const runAction = useOnce(
    async (action: ActionInProgress, endpoint: Endpoint, work: () => Promise<void>) => {
      setInProgress(action);
      setFailure(null);
      try {
        await work();
      } catch (error) {
        setFailure(describeFailure(error, toFailureText(endpoint)));
      }
      setInProgress(null);
    },
  );
  const decide = (
    action: ActionInProgress,
    endpoint: Endpoint,
    work: (reviewCase: Case) => Promise<ReviewDecision>,
  ) => {
    if (opened)
      void runAction(action, endpoint, async () =>
        onDecided(opened.submission.id, await work(opened)),
      );
  };
  return {
    inProgress,
    failure,
    runAction,
    approve: (tier: Grant) =>
      decide(tier, kind.calls.approve, async ({ submission: { id } }) => ({
        user: await kind.approve(id, tier),
        reason: null,
      })),
    reject: (reason: string) =>
      decide('rejecting', kind.calls.reject, async ({ submission: { id }, user }) => {
        const rejected = await kind.reject(id, reason);
        return { user, reason: rejected.reason ?? reason };
      }),
  };
}

/** A proof is claimed before it is decided, and released when it is closed. */
export function useProofReview(queue: Request<Queue<AdminProof>>): Review {
  const [opened, setOpened] = useState<Case | null>(null);
  const [decided, setDecided] = useState<ReviewDecision | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const { runAction, ...decision } = useDecision(PROOF_REVIEW, opened, (id, outcome) => {
    queue.update(removeSubmissions([id]));
    setOpened(null);
    setDecided(outcome);
  });
  const show = (proofCase: ProofCase | null) => {
    setOpened(proofCase && toProofCase(proofCase));
    setEmpty(proofCase === null);
    setDecided(null);
  };
  return {
    ...decision,
    opened,
    opening: null,
    decided,
    isEmpty,
    open: (id) =>
      void runAction('taking', adminProofsEndpoints.claimProof, async () =>
        show(await takeProof(id)),
      ),
    next: () =>
      void runAction('taking', adminProofsEndpoints.claimNextProof, async () =>
        show(await takeNextProof()),
      ),
    close: () => {
      setOpened(null);
      // If the release fails, the claim expires.
      if (opened?.submission.state === 'waiting')
        releaseProof(opened.submission.id).catch(() => undefined);
    },
  };
}

const idSchema = z.catch(z.nullable(z.uuid()), null);

/** The URL holds the opened setup's id; a decision opens the next setup. */
export function useSetupReview(queue: Request<Queue<AdminSetup>>): Review {
  const [address, setAddress] = useSearchParams();
  const [decided, setDecided] = useState<ReviewDecision | null>(null);
  const rows = queue.data?.rows.filter(isDecidable);
  const requestedId = idSchema.parse(address.get('setup'));
  const index = rows?.findIndex(({ id }) => id === requestedId) ?? -1;
  const query = useSetupCase(index < 0 ? null : requestedId);
  const opened = query.data ? toSetupCase(query.data) : null;
  const goTo = (next: string | null, replace: boolean) =>
    setAddress(next === null ? {} : { setup: next }, { replace });
  const { runAction: _, ...decision } = useDecision(SETUP_REVIEW, opened, (id, outcome) => {
    setDecided(outcome);
    goTo((rows?.[index + 1] ?? rows?.[index - 1])?.id ?? null, true);
    queue.update(removeSubmissions([id]));
  });
  const open = (id: string) => {
    setDecided(null);
    goTo(id, false);
  };
  const isGone = requestedId !== null && rows !== undefined && index < 0;
  const [oldest] = rows ?? [];
  return {
    ...decision,
    opened,
    opening: index < 0 ? null : query,
    decided,
    isEmpty: false,
    failure: isGone ? 'This account setup is no longer waiting.' : decision.failure,
    open,
    next: () => (oldest ? open(oldest.id) : queue.reload()),
    close: () => goTo(null, true),
  };
}
