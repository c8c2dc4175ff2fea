import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import type { AdminProof, AdminSetup, ProofCase } from '@quantalgo/contracts/submissions/review';
import {
  adminProofsEndpoints,
  MAX_EXCEPT_IDS,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { addLogoutWork } from '../../../data/auth/logoutWork';
import { describeFailure, toFailureText } from '../../../data/core/errors';
import {
  type DecisionOrder,
  type HeldDecision,
  PartlySavedError,
} from '../../../data/console/heldDecisions';
import type { Request, RequestState } from '../../../data/core/useRequest';
import {
  type Approval,
  getHeldDecisions,
  type Queue,
  releaseProof,
  takeNextProof,
  takeProof,
  useSetupCase,
} from '../../../data/console/submissions';
import {
  type Case,
  isDecidable,
  toProofCase,
  toSetupCase,
  PROOF_REVIEW,
  type ReviewKind,
  SETUP_REVIEW,
} from './kinds';

interface Decision extends Pick<DecisionOrder, 'ids' | 'text'> {
  /** Returns the ids of the submissions that were decided. */
  readonly send: () => Promise<readonly string[]>;
}

export interface Review {
  readonly opened: Case | null;
  /** Query of the case being opened, if its progress is shown. */
  readonly opening: RequestState | null;
  readonly decisions: readonly HeldDecision[];
  /** There was nothing to take, and nothing was listed since. */
  readonly isEmpty: boolean;
  readonly isTaking: boolean;
  readonly failure: string | null;
  readonly open: (id: string) => void;
  readonly next: () => void;
  /** Opens the next case without deciding this one. */
  readonly skip: () => void;
  readonly close: () => void;
  readonly approve: (approval: Approval) => void;
  readonly reject: (reason: string) => void;
  readonly hold: (decision: Decision, endpoint: Endpoint) => void;
  readonly undo: (decision: HeldDecision) => void;
  readonly reopen: (decision: HeldDecision) => void;
}

const removeSubmissions =
  (ids: readonly string[]) =>
  <S extends { readonly id: string }>(queue: Queue<S>): Queue<S> => ({
    ...queue,
    rows: queue.rows.filter(({ id }) => !ids.includes(id)),
  });

/**
 * Holds decisions while they can be undone. Leaving or hiding the page, or logging out, sends them
 * at once.
 */
function useHeldDecisions(queue: ReviewKind['noun'], onSent: ReviewDesk['onSent']) {
  const held = getHeldDecisions(queue);
  const decisions = useSyncExternalStore(held.subscribe, held.get);
  useEffect(() => {
    const flush = () => held.flush();
    const handlePageHide = () => void flush();
    // Phones end hidden pages without a further event.
    const handleVisibilityChange = () => {
      if (document.visibilityState === 'hidden') void flush();
    };
    const removeWork = addLogoutWork(flush);
    window.addEventListener('pagehide', handlePageHide);
    document.addEventListener('visibilitychange', handleVisibilityChange);
    return () => {
      window.removeEventListener('pagehide', handlePageHide);
      document.removeEventListener('visibilitychange', handleVisibilityChange);
      void flush().then(removeWork);
    };
  }, [held]);
  const hold: Review['hold'] = ({ send, ...order }, endpoint) =>
    held.hold({
      ...order,
      send: async () => {
        const savedIds = await send();
        onSent(savedIds);
        const unsavedIds = order.ids.filter((id) => !savedIds.includes(id));
        if (unsavedIds.length > 0) throw new PartlySavedError(unsavedIds, order.ids.length);
      },
      describeFailure: (error) => describeFailure(error, toFailureText(endpoint)),
    });
  return { held, decisions, hold };
}

interface ReviewDesk {
  readonly kind: ReviewKind;
  readonly opened: Case | null;
  readonly open: (id: string) => void;
  readonly openNext: () => void;
  readonly onSent: (ids: readonly string[]) => void;
}

function useDecisions({ kind, opened, open, openNext, onSent }: ReviewDesk) {
  const { held, decisions, hold } = useHeldDecisions(kind.noun, onSent);
  const decide = (text: string, endpoint: Endpoint, send: (id: string) => Promise<unknown>) => {
    if (!opened) return;
    const { id } = opened.submission;
    const sendOne = async () => {
      await send(id);
      return [id];
    };
    hold({ ids: [id], text, send: sendOne }, endpoint);
    openNext();
  };
  const name = opened?.user.fullName ?? '';
  return {
    decisions,
    hold,
    approve: (approval: Approval) =>
      decide(`${name} is ${TIER_NAMES[approval.tier]}`, kind.calls.approve, (id) =>
        kind.approve(id, approval),
      ),
    reject: (reason: string) =>
      decide(`${name} is rejected`, kind.calls.reject, (id) => kind.reject(id, reason)),
    undo: ({ key, ids }: HeldDecision) => {
      const [id, ...otherIds] = ids;
      if (held.undo(key) && id !== undefined && otherIds.length === 0) open(id);
    },
    reopen: ({ key, ids: [id] }: HeldDecision) => {
      held.dismiss(key);
      if (id !== undefined) open(id);
    },
  };
}

export const findHeldIds = (decisions: readonly HeldDecision[]): ReadonlySet<string> =>
  new Set(decisions.flatMap(({ ids, state }) => (state === 'failed' ? [] : ids)));

const MAX_SKIPPED_IDS = 20;

/** A proof is claimed before it is decided, and released when it is closed. */
export function useProofReview(queue: Request<Queue<AdminProof>>): Review {
  const [opened, setOpened] = useState<Case | null>(null);
  /** Ids that were listed when there was no proof to take; null if there was one. */
  const [untakenIds, setUntakenIds] = useState<readonly string[] | null>(null);
  const [isTaking, setTaking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const latestTake = useRef(0);
  /** Newest first. */
  const skippedIds = useRef<readonly string[]>([]);
  /** The latest call wins, because an undo may open its case while the next one is loading. */
  const take = async (endpoint: Endpoint, fetchCase: () => Promise<ProofCase | null>) => {
    latestTake.current += 1;
    const takeNumber = latestTake.current;
    setTaking(true);
    setFailure(null);
    const [proofCase, problem] = await fetchCase().then(
      (value) => [value, null] as const,
      (error: unknown) => [null, describeFailure(error, toFailureText(endpoint))] as const,
    );
    if (takeNumber !== latestTake.current) return;
    setTaking(false);
    setFailure(problem);
    if (problem !== null) return;
    setOpened(proofCase && toProofCase(proofCase));
    setUntakenIds(proofCase === null ? listedIds : null);
  };
  const takeOther = (decisions: readonly HeldDecision[], ...ids: readonly string[]) => {
    const except = new Set([...ids, ...findHeldIds(decisions), ...skippedIds.current]);
    void take(adminProofsEndpoints.claimNextProof, () =>
      takeNextProof([...except].slice(0, MAX_EXCEPT_IDS)),
    );
  };
  const release = () => {
    // If the release fails, the claim expires.
    if (opened?.submission.state === 'waiting')
      releaseProof(opened.submission.id).catch(() => undefined);
  };
  const open = (id: string) =>
    void take(adminProofsEndpoints.claimProof, async () => {
      const proofCase = await takeProof(id);
      if (proofCase.proof.state === 'waiting' && id !== opened?.submission.id) release();
      return proofCase;
    });
  const desk = useDecisions({
    kind: PROOF_REVIEW,
    opened,
    open,
    openNext: () => {
      setOpened(null);
      if (opened) takeOther(desk.decisions, opened.submission.id);
    },
    onSent: (ids) => queue.update(removeSubmissions(ids)),
  });
  const heldIds = findHeldIds(desk.decisions);
  const listedIds = (queue.data?.rows ?? []).flatMap((row) =>
    isDecidable(row) && !heldIds.has(row.id) ? [row.id] : [],
  );
  return {
    ...desk,
    opened,
    opening: null,
    isEmpty: untakenIds !== null && listedIds.every((id) => untakenIds.includes(id)),
    isTaking,
    failure,
    open,
    next: () => {
      if (isTaking) return;
      skippedIds.current = [];
      takeOther(desk.decisions);
    },
    skip: () => {
      if (!opened || isTaking) return;
      release();
      skippedIds.current = [opened.submission.id, ...skippedIds.current].slice(0, MAX_SKIPPED_IDS);
      takeOther(desk.decisions);
    },
    close: () => {
      release();
      setOpened(null);
    },
  };
}

const idSchema = z.catch(z.nullable(z.uuid()), null);

/** The URL holds the opened setup's id. A decision opens the next setup. */
export function useSetupReview(queue: Request<Queue<AdminSetup>>): Review {
  const [address, setAddress] = useSearchParams();
  const requestedId = idSchema.parse(address.get('setup'));
  const goTo = (id: string | null, replace: boolean) =>
    setAddress(id === null ? {} : { setup: id }, { replace });
  const rows = queue.data?.rows.filter(isDecidable);
  const index = rows?.findIndex(({ id }) => id === requestedId) ?? -1;
  const query = useSetupCase(index < 0 ? null : requestedId);
  const opened = query.data ? toSetupCase(query.data) : null;
  const goToNext = () => {
    const heldIds = findHeldIds(desk.decisions);
    const otherRows = [
      ...(rows?.slice(index + 1) ?? []),
      ...(rows?.slice(0, Math.max(0, index)) ?? []),
    ];
    goTo(otherRows.find(({ id }) => !heldIds.has(id))?.id ?? null, true);
  };
  const open = (id: string) => goTo(id, false);
  const desk = useDecisions({
    kind: SETUP_REVIEW,
    opened,
    open,
    openNext: goToNext,
    onSent: (ids) => queue.update(removeSubmissions(ids)),
  });
  const isGone = requestedId !== null && rows !== undefined && index < 0;
  const oldestSetup = rows?.find(({ id }) => !findHeldIds(desk.decisions).has(id));
  return {
    ...desk,
    opened,
    opening: index < 0 ? null : query,
    isEmpty: false,
    isTaking: false,
    failure: isGone ? 'This account setup is no longer waiting for review.' : null,
    open,
    next: () => (oldestSetup ? open(oldestSetup.id) : queue.reload()),
    skip: goToNext,
    close: () => goTo(null, true),
  };
}
