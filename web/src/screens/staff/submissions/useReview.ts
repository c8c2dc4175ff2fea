import type {
  AdminProof,
  AdminSetup,
  AdminUser,
  EndpointName,
  ProofCase,
} from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { failureText } from '../../../data/session/errors';
import { type Answer, failureWords } from '../../../data/staff/answers';
import {
  type Queue,
  releaseProof,
  takeNext,
  takeProof,
  useSetupCase,
} from '../../../data/staff/submissions';
import {
  type Case,
  type Grant,
  ofProofCase,
  ofSetupCase,
  PROOF_REVIEW,
  type ReviewKind,
  SETUP_REVIEW,
} from './kinds';

/** What was decided last, of whom: they are as the decision left them. */
export interface Decided {
  readonly user: AdminUser;
  /** Why it was rejected; null where it was approved. */
  readonly reason: string | null;
}

/** What is being done, one thing at a time. */
type Doing = 'taking' | Grant | 'rejecting' | null;

/** One submission after the other, opened and decided. */
export interface Review {
  readonly opened: Case | null;
  /** The one that is being asked for, where that is shown. */
  readonly opening: Omit<Answer<unknown>, 'amend'> | null;
  readonly decided: Decided | null;
  /** True once none was left. */
  readonly isEmpty: boolean;
  readonly doing: Doing;
  readonly failure: string | null;
  readonly open: (id: string) => void;
  readonly next: () => void;
  readonly close: () => void;
  readonly approve: (tier: Grant) => void;
  readonly reject: (reason: string) => void;
}

/** A queue without these submissions. */
export const without =
  (gone: readonly string[]) =>
  <S extends { readonly id: string }>(queue: Queue<S>): Queue<S> => ({
    ...queue,
    rows: queue.rows.filter(({ id }) => !gone.includes(id)),
  });

/** Decides what is open, one thing at a time. `onDecided` is told the id of each that is, and what became of it. */
function useDecision(
  kind: ReviewKind,
  opened: Case | null,
  onDecided: (id: string, decided: Decided) => void,
) {
  const [doing, setDoing] = useState<Doing>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const busy = useRef(false);

  const act = async (what: Doing, name: EndpointName, work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setDoing(what);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error, failureWords(name)));
    }
    busy.current = false;
    setDoing(null);
  };
  const decide = (what: Doing, name: EndpointName, work: (found: Case) => Promise<Decided>) => {
    if (opened)
      void act(what, name, async () => onDecided(opened.submission.id, await work(opened)));
  };
  return {
    doing,
    failure,
    act,
    approve: (tier: Grant) =>
      decide(tier, kind.calls.approve, async ({ submission: { id } }) => ({
        user: await kind.approve(id, tier),
        reason: null,
      })),
    reject: (reason: string) =>
      decide('rejecting', kind.calls.reject, async ({ submission: { id }, user }) => {
        await kind.reject(id, reason);
        return { user, reason };
      }),
  };
}

/** The review of proofs: one is taken before it is decided, and given back when it is closed. */
export function useProofReview(queue: Answer<Queue<AdminProof>>): Review {
  const [opened, setOpened] = useState<Case | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const { act, ...decision } = useDecision(PROOF_REVIEW, opened, (id, outcome) => {
    queue.amend(without([id]));
    setOpened(null);
    setDecided(outcome);
  });
  const show = (found: ProofCase | null) => {
    setOpened(found && ofProofCase(found));
    setEmpty(found === null);
    setDecided(null);
  };
  return {
    ...decision,
    ...{ opened, opening: null, decided, isEmpty },
    open: (id) => void act('taking', 'claimProof', async () => show(await takeProof(id))),
    next: () => void act('taking', 'claimNextProof', async () => show(await takeNext())),
    close: () => {
      setOpened(null);
      // A proof that could not be given back is free again when its time is over.
      if (opened?.submission.state === 'waiting')
        releaseProof(opened.submission.id).catch(() => undefined);
    },
  };
}

const idSchema = z.catch(z.nullable(z.uuid()), null);

/** The review of account setups: the address names the one that is open, and the next one follows a decision. */
export function useSetupReview(queue: Answer<Queue<AdminSetup>>): Review {
  const [address, setAddress] = useSearchParams();
  const [decided, setDecided] = useState<Decided | null>(null);
  const rows = queue.seen?.value.rows;
  const asked = idSchema.parse(address.get('setup'));
  const place = rows?.findIndex(({ id }) => id === asked) ?? -1;
  const answer = useSetupCase(place < 0 ? null : asked);
  const opened = answer.seen ? ofSetupCase(answer.seen.value) : null;
  const goTo = (next: string | null, replace: boolean) =>
    setAddress(next === null ? {} : { setup: next }, { replace });
  const { act: _, ...decision } = useDecision(SETUP_REVIEW, opened, (id, outcome) => {
    setDecided(outcome);
    goTo((rows?.[place + 1] ?? rows?.[place - 1])?.id ?? null, true);
    queue.amend(without([id]));
  });
  const open = (id: string) => {
    setDecided(null);
    goTo(id, false);
  };
  const isGone = asked !== null && rows !== undefined && place < 0;
  const [oldest] = rows ?? [];
  return {
    ...decision,
    ...{ opened, opening: place < 0 ? null : answer, decided, isEmpty: false },
    failure: isGone ? 'This account setup does not wait any more.' : decision.failure,
    open,
    next: () => (oldest ? open(oldest.id) : queue.askAgain()),
    close: () => goTo(null, true),
  };
}
