import { getEffectiveTier, type GrantableTier } from '@quantalgo/contracts/access/access';
import { suggestTier } from '@quantalgo/contracts/broker/account';
import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import { formatDate, formatMoment, formatMoney } from '@quantalgo/contracts/core/format';
import { HOUR_MS, WAT } from '@quantalgo/contracts/core/time';
import type { BrokerAccountRow } from '@quantalgo/contracts/submissions/review';
import { adminProofsEndpoints } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DEPOSITS } from '../../../content/onboarding';
import { useNow } from '../../../data/core/clock';
import { toFailureText } from '../../../data/core/errors';
import { useMutation } from '../../../data/core/useMutation';
import { useFactorRequest } from '../../../data/console/secondFactor';
import { useStoredFile } from '../../../data/submissions/storedFile';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Loading';
import { Notice } from '../../../ui/Notice';
import { FactList, History, TierChip } from '../MemberFacts';
import { Key } from '../Shortcuts';
import { DecisionBar } from './DecisionBar';
import type { Case, ReviewKind, SeenBefore } from './kinds';
import { PdfPages } from './PdfPages';
import { FRAME, Picture } from './Picture';
import type { Review } from './useReview';
import { findWarnings } from './warnings';
import { Warnings } from './Warnings';

interface CaseProps {
  readonly kind: ReviewKind;
  readonly reviewCase: Case;
  readonly review: Review;
  /** Single-key shortcuts are on. */
  readonly shortcuts: boolean;
}

export function CaseView(props: CaseProps) {
  const { kind, reviewCase, review, shortcuts } = props;
  const { seen, failure, compare, retry } = useSeenBefore(kind, reviewCase);
  const [answeredKeys, setAnsweredKeys] = useState<ReadonlySet<string>>(new Set());
  const warnings = findWarnings(reviewCase, seen);
  return (
    <section
      aria-label={`${kind.noun === 'proof' ? 'Proof' : 'Account setup'} from ${reviewCase.user.fullName}`}
      className="grid gap-5 p-4 xl:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="grid content-start gap-3">
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-keyshortcuts="Escape"
          onClick={review.close}
        >
          <ArrowLeft size={16} aria-hidden />
          <span>Back to the queue</span> <Key>Esc</Key>
        </Button>
        <FileViewer
          path={reviewCase.submission.file}
          name={reviewCase.fileName}
          shortcuts={shortcuts}
          onPicture={compare}
        />
        {failure !== null && (
          <Notice
            tone="warning"
            actions={
              <Button size="small" onClick={retry}>
                Compare again
              </Button>
            }
          >
            {`The image couldn’t be compared with images from other accounts. ${failure}`}
          </Notice>
        )}
      </div>
      <div className="grid content-start gap-4">
        <CaseFacts kind={kind} reviewCase={reviewCase} />
        <Warnings
          warnings={warnings}
          answeredKeys={answeredKeys}
          onCompare={kind.isClaimed ? review.open : null}
          onAnswer={(key) => setAnsweredKeys(new Set([...answeredKeys, key]))}
        />
        <Earlier kind={kind} reviewCase={reviewCase} />
        <Section title="Access changes">
          <History events={reviewCase.history} />
        </Section>
      </div>
      <DecisionBar {...props} warnings={warnings} answeredKeys={answeredKeys} />
    </section>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h3 className="text-sm">{title}</h3>
    {children}
  </section>
);

const SUGGESTIONS: Readonly<Record<GrantableTier, string>> = {
  starter: `Starter (${DEPOSITS.starter})`,
  essential: `Essential (${DEPOSITS.essential})`,
};

/** Uses the broker's list, because a picture alone proves little. */
function getBrokerFacts(broker: BrokerAccountRow | null, now: number): [string, string][] {
  const tier = suggestTier(broker);
  const suggestion = tier === null ? 'No suggestion: check by hand' : SUGGESTIONS[tier];
  if (!broker)
    return [
      ['On broker list', 'no'],
      ['Funded', 'unknown'],
      ['Suggested tier', suggestion],
    ];
  const { underOurLink, funded, amount, importedAt } = broker;
  const funds = amount === null ? 'yes, amount unknown' : formatMoney(amount);
  return [
    ['On broker list', underOurLink ? 'yes, under our link' : 'yes, but not under our link'],
    ['Funded', funded ? funds : 'no'],
    ['List imported', formatMoment(Date.parse(importedAt), now, WAT)],
    ['Suggested tier', suggestion],
  ];
}

function CaseFacts({ kind, reviewCase }: Pick<CaseProps, 'kind' | 'reviewCase'>) {
  const now = useNow(30_000);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element may have been removed with the previous case.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { user, broker } = reviewCase;
  const waitTime = formatRoughDuration(now - Date.parse(reviewCase.submission.createdAt));
  const statements = reviewCase.facts.map(
    ([name, value]) => [name, <bdi key={name}>{value}</bdi>] as const,
  );
  return (
    <div className="grid gap-4">
      <header>
        <div className="flex items-start justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 text-lg wrap-anywhere">
            <bdi>{reviewCase.title}</bdi>
          </h2>
          <TierChip tier={getEffectiveTier(user)} />
        </div>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{user.email}</bdi>{' '}
          <span>{`· ${user.admissionCode} · joined ${formatDate(Date.parse(user.createdAt), WAT)}`}</span>
        </p>
      </header>
      <FactList
        facts={[
          ...statements,
          ...getBrokerFacts(broker, now),
          ['Waiting', `${waitTime} of ${kind.promiseMs / HOUR_MS} h promised`],
        ]}
      />
    </div>
  );
}

function Earlier({ kind, reviewCase }: Pick<CaseProps, 'kind' | 'reviewCase'>) {
  const now = useNow(30_000);
  if (reviewCase.earlier.length === 0) return null;
  return (
    <Section title={`Earlier ${kind.noun}s`}>
      <ul className="grid gap-2 text-sm">
        {reviewCase.earlier.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <bdi>{item.account}</bdi>
            <span>{`, ${item.state}`}</span>
            {item.reason !== null && (
              <>
                <span>:</span> <bdi>{item.reason}</bdi>
              </>
            )}
            <span className="block text-xs text-muted">
              {formatMoment(Date.parse(item.createdAt), now, WAT)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Similar images are added once the submission's image has been compared. */
function useSeenBefore(kind: ReviewKind, reviewCase: Case) {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [similar, setSimilar] = useState<readonly SeenBefore[]>([]);
  const { failure, send } = useMutation(
    async (picture: HTMLImageElement) =>
      setSimilar((await kind.findAlike?.(reviewCase, picture)) ?? []),
    toFailureText(adminProofsEndpoints.compareProof),
  );
  const matches = reviewCase.seenBefore;
  const sameFileIds = new Set(matches.flatMap(({ id, isSameFile }) => (isSameFile ? id : [])));
  return {
    seen: [...matches, ...similar.filter(({ id }) => !sameFileIds.has(id))],
    failure,
    compare: (picture: HTMLImageElement) => {
      setImage(picture);
      void send(picture);
    },
    retry: () => void (image && send(image)),
  };
}

function FileViewer({
  path,
  name,
  shortcuts,
  onPicture,
}: {
  /** Path in storage. */
  path: string;
  /** Alternative text. */
  name: string;
  shortcuts: boolean;
  /** Called once the image is displayed. */
  onPicture?: (image: HTMLImageElement) => void;
}) {
  // Without a valid second factor, the file can't be read until the factor is confirmed again.
  const isProven = useFactorRequest()?.reason !== 'missing';
  const { file, tryAgain } = useStoredFile(path, isProven);
  if (file.state === 'loading')
    return (
      <div role="status" className={FRAME}>
        <span className="sr-only">Loading the file</span>
        <Skeleton className="h-2/3 w-1/2" />
      </div>
    );
  if (file.state === 'failed')
    return (
      <div className={`${FRAME} content-center gap-3 p-4 text-center text-sm text-muted`}>
        The file could not be loaded.
        <Button size="small" onClick={tryAgain}>
          Try again
        </Button>
      </div>
    );
  if (file.blob.type === 'application/pdf')
    return <PdfPages key={file.url} blob={file.blob} name={name} shortcuts={shortcuts} />;
  return (
    <Picture key={file.url} url={file.url} alt={name} shortcuts={shortcuts} onPicture={onPicture} />
  );
}
