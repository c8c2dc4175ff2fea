import {
  dateText,
  type DuplicateProof,
  endpoints,
  minutesSeconds,
  momentText,
  type ProofCase,
  roughDuration,
  WAT,
} from '@quantalgo/contracts';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../data/core/clock';
import { useOnline } from '../../../data/core/useOnline';
import { useMember } from '../../../data/session/currentSession';
import { useSending } from '../../../data/session/useSending';
import { findAlike } from '../../../data/staff/submissions';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Facts, History, TierChip } from '../MemberFacts';
import { Key } from '../Shortcuts';
import { FileViewer } from './FileViewer';
import {
  duplicateWords,
  fundedWords,
  listedWords,
  suggestedTier,
  SUGGESTIONS,
} from './suggestions';
import type { Review } from './useReview';

/** One proof: what was sent in the middle, whose it is and what to do with it beside it. */
export function CaseView({
  found,
  review,
  shortcuts,
  onReject,
}: {
  found: ProofCase;
  review: Review;
  shortcuts: boolean;
  onReject: () => void;
}) {
  const { known, failure, compare, again } = useAlike(found);
  return (
    <section
      aria-label={`Proof of ${found.user.fullName}`}
      className="grid gap-5 p-4 xl:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="grid content-start gap-3">
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          aria-keyshortcuts="Escape"
          onClick={() => review.close(found)}
        >
          <ArrowLeft size={16} aria-hidden />
          Back to the queue <Key>Esc</Key>
        </Button>
        <FileViewer
          key={found.proof.id}
          path={found.proof.file}
          name={`Proof for trader ID ${found.proof.traderId}`}
          shortcuts={shortcuts}
          onPicture={compare}
        />
        <NotCompared failure={failure} onAgain={again} />
      </div>
      <div className="grid content-start gap-4">
        <CaseFacts found={known} onOpen={(id) => void review.take(id)} />
        <Decide found={found} review={review} onReject={onReject} />
      </div>
    </section>
  );
}

const suggestion = ({ broker }: ProofCase) => {
  const tier = suggestedTier(broker);
  return tier === null ? 'nothing: look closely' : SUGGESTIONS[tier];
};

function Duplicates({
  found: { duplicates, proof },
  onOpen,
}: {
  found: ProofCase;
  onOpen: (id: string) => void;
}) {
  return duplicates.map((one) => (
    <Notice
      key={`${one.kind} ${one.proofId}`}
      tone="warning"
      actions={
        <Button size="small" onClick={() => onOpen(one.proofId)}>
          Look at it
        </Button>
      }
    >
      {duplicateWords(one, proof.userId)}
    </Notice>
  ));
}

function Earlier({ found: { earlier }, now }: { found: ProofCase; now: number }) {
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier proofs" className="grid gap-2">
      <h3 className="text-sm">Earlier proofs</h3>
      <ul className="grid gap-2 text-sm">
        {earlier.map(({ id, state, reason, createdAt, traderId }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{traderId}</bdi>, {state}
            {reason !== null && (
              <>
                : <bdi>{reason}</bdi>
              </>
            )}
            <span className="block text-xs text-muted">
              {momentText(Date.parse(createdAt), now, WAT)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whose proof it is, what they say, and what the broker says. */
function CaseFacts({ found, onOpen }: { found: ProofCase; onOpen: (id: string) => void }) {
  const now = useNow(30_000);
  const { user, proof, broker, history } = found;
  return (
    <div className="grid gap-4">
      <header>
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg wrap-anywhere">
            <bdi>{user.fullName}</bdi>
          </h2>
          <TierChip tier={user.tier} />
        </div>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{user.email}</bdi> · {user.admissionCode} · joined{' '}
          {dateText(Date.parse(user.createdAt), WAT)}
        </p>
      </header>
      <Facts
        facts={[
          ['Trader ID given', <bdi key="id">{proof.traderId}</bdi>],
          ['In broker list', listedWords(broker)],
          ['Funded', fundedWords(broker)],
          ['Suggests', suggestion(found)],
          ['Waiting', `${roughDuration(now - Date.parse(proof.createdAt))} of 24 h promised`],
        ]}
      />
      <Duplicates found={found} onOpen={onOpen} />
      <Earlier found={found} now={now} />
      {history.length > 0 && (
        <section aria-label="Changes of access" className="grid gap-2">
          <h3 className="text-sm">Changes of access</h3>
          <History events={history} />
        </section>
      )}
    </div>
  );
}

/** Says that an image could not be compared with those of other accounts, where it could not. */
const NotCompared = ({ failure, onAgain }: { failure: string | null; onAgain: () => void }) =>
  failure !== null && (
    <Notice
      tone="warning"
      actions={
        <Button size="small" onClick={onAgain}>
          Compare again
        </Button>
      }
    >
      The image was not compared with those of other accounts. {failure}
    </Notice>
  );

const NAMES = { starter: 'Approve as Starter', essential: 'Approve as Essential' } as const;

const KEYS = { starter: 'S', essential: 'E' } as const;

function Held({ found: { proof } }: { found: ProofCase }) {
  const now = useNow();
  if (!proof.claim) return null;
  const left = Date.parse(proof.claim.until) - now;
  return (
    <p className="text-xs text-muted tabular-nums">
      {left > 0
        ? `Held for you for ${minutesSeconds(left)}. Their open page changes within a second.`
        : 'No longer held for you: somebody else may take it.'}
    </p>
  );
}

/** What can be done with the proof that is open. What the broker's list speaks for is the main action. */
function Decide({
  found,
  review,
  onReject,
}: {
  found: ProofCase;
  review: Review;
  onReject: () => void;
}) {
  const online = useOnline();
  const ownId = useMember()?.id;
  const { doing, approve } = review;
  const suggested = suggestedTier(found.broker);
  if (found.proof.state !== 'waiting')
    return <p className="text-sm text-muted">This proof is {found.proof.state} already.</p>;
  const isOwn = found.user.id === ownId;
  const disabled = !online || doing !== null || isOwn;
  return (
    <div className="grid gap-2">
      {(['starter', 'essential'] as const).map((tier) => (
        <Button
          key={tier}
          look={suggested === tier ? 'primary' : 'secondary'}
          aria-keyshortcuts={KEYS[tier]}
          disabled={disabled}
          doing={doing === tier ? 'Approving…' : undefined}
          onClick={() => void approve(found, tier)}
        >
          {NAMES[tier]} <Key>{KEYS[tier]}</Key>
        </Button>
      ))}
      <Button
        look="danger"
        aria-keyshortcuts="R"
        disabled={disabled}
        doing={doing === 'rejecting' ? 'Rejecting…' : undefined}
        onClick={onReject}
      >
        Reject with a reason <Key>R</Key>
      </Button>
      {isOwn ? (
        <p className="text-xs text-muted">Nobody decides their own proof.</p>
      ) : (
        <Held found={found} />
      )}
    </div>
  );
}

/** A case with the proofs of other accounts that look alike, once its image is on screen and was compared with them. */
function useAlike(found: ProofCase) {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [alike, setAlike] = useState<readonly DuplicateProof[]>([]);
  const { failure, send } = useSending(
    async (shown: HTMLImageElement) => setAlike(await findAlike(found.proof.id, shown)),
    {
      wordless: endpoints.compareProof.failure,
      unanswered: 'Network error. Please check your connection and try again.',
    },
  );
  const same = new Set(
    found.duplicates.flatMap((one) => (one.kind === 'image' ? one.proofId : [])),
  );
  const others = alike.filter(({ proofId }) => !same.has(proofId));
  return {
    known: { ...found, duplicates: [...found.duplicates, ...others] },
    failure,
    compare: (shown: HTMLImageElement) => {
      setImage(shown);
      void send(shown);
    },
    again: () => void (image && send(image)),
  };
}
