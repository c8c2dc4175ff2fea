import { formatCount } from '@quantalgo/contracts/core/format';
import type { ChainSummary } from '@quantalgo/contracts/record/ledger/verifier';
import { useEffect, useRef } from 'react';
import type { Progress, VerificationOutcome } from '../../data/record/messages';
import { useVerifier, type Verifier as Verification } from '../../data/record/useVerifier';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Notice } from '../../ui/Notice';
import { UploadProgress } from '../../ui/Progress';
import {
  getVerificationFacts,
  formatRates,
  ResultHeading,
  summarizeVerification,
} from './VerificationSummary';

const IDLE_TEXT =
  'Your device downloads what it doesn’t have yet (about 0.3 MB per day of the record) and stores it, so the next check uses less data and works offline.';

const NO_SCRIPT = 'Scripts are turned off in your browser. The command below runs the same checks.';

const UNREACHABLE_TEXT =
  'Nothing was checked: the server sent no readable response, and none of the ledger is stored on this device yet. Check your connection and try again.';

interface Props {
  readonly ready?: boolean;
  readonly onVerifying?: (isVerifying: boolean) => void;
}

/**
 * Until `ready`, only the button's space is reserved, as in the prerendered document. `onVerifying`
 * is called when verification begins and ends.
 */
export function Verifier({ ready = false, onVerifying }: Props) {
  const verifier = useVerifier();
  const { state, verify } = verifier;
  const isVerifying = state.name === 'verifying';
  useEffect(() => {
    onVerifying?.(isVerifying);
  }, [isVerifying, onVerifying]);
  return (
    <Card className="mt-8 p-5 lg:p-6" aria-label="Verification">
      {state.name === 'idle' && (
        <div className="grid gap-4">
          <p className="text-sm text-muted">{IDLE_TEXT}</p>
          <p className="hidden text-sm [@media(scripting:none)]:block">{NO_SCRIPT}</p>
          <Button
            variant="primary"
            className={`w-full sm:w-fit [@media(scripting:none)]:hidden ${ready ? '' : 'invisible'}`}
            onClick={() => verify()}
          >
            Verify on this device
          </Button>
        </div>
      )}
      {state.name === 'verifying' && (
        <Verifying progress={state.progress} onAgain={verifier.again} onCancel={verifier.cancel} />
      )}
      {state.name === 'unreachable' && (
        <div className="grid gap-4">
          <ResultHeading tone="warning">The ledger can’t be reached</ResultHeading>
          <p className="text-sm text-muted">{UNREACHABLE_TEXT}</p>
          <Button className="w-full sm:w-fit" onClick={() => verify()}>
            Try again
          </Button>
        </div>
      )}
      {state.name === 'found' && <VerificationResult outcome={state.outcome} verifier={verifier} />}
    </Card>
  );
}

const WAIT_TEXT = {
  unanswered:
    'The server isn’t responding. Entries verified so far are kept. The rest continues once the connection is back.',
  unreadable: 'The response wasn’t the ledger. It may have been a network’s login page.',
} as const;

const describeProgress = ({ entries, of }: Progress) =>
  of === 0
    ? 'Requesting the newest checkpoint'
    : `${formatCount(entries)} of ${formatCount(of)} entries verified`;

/** Screen readers announce it once, and can query the bar for progress. */
function Verifying({
  progress,
  onAgain,
  onCancel,
}: {
  progress: Progress;
  onAgain: () => void;
  onCancel: () => void;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const { entries, of, waits } = progress;
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        Verifying the ledger
      </p>
      <UploadProgress label={describeProgress(progress)} share={of === 0 ? null : entries / of} />
      {waits && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={onAgain}>
              Try again
            </Button>
          }
        >
          {WAIT_TEXT[waits]}
        </Notice>
      )}
      <Button ref={cancel} size="small" className="w-fit" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const SOURCES = {
  twelvedata: null,
  replay: 'Replayed prices: this ledger is not a record of a live market.',
  simulated: 'Simulated prices: this ledger is not a record of a real market.',
} as const;

const Demonstration = ({ text }: { text: string }) => (
  <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
    <Chip tone="warning">Demonstration</Chip> <span>{text}</span>
  </p>
);

const Facts = ({ outcome }: { outcome: Extract<VerificationOutcome, { kind: 'checked' }> }) => (
  <dl className="border-t border-line-soft text-sm">
    {getVerificationFacts(outcome).map(([name, value]) => (
      <div
        key={name}
        className="grid gap-x-4 border-b border-line-soft py-2 sm:grid-cols-[9rem_1fr]"
      >
        <dt className="text-muted">{name}</dt>
        <dd translate="no" className="min-w-0 wrap-anywhere tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

const Rates = ({ summary }: { summary: ChainSummary }) => (
  <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    {formatRates(summary).map(({ label, value, basis }) => (
      <div key={label}>
        <dt className="text-xs text-muted">{`${label}, computed here`}</dt>
        <dd>
          <span
            translate="no"
            className="block text-2xl font-semibold tracking-[-0.03em] tabular-nums"
          >
            {value}
          </span>
          <span className="block text-xs text-faint tabular-nums">{basis}</span>
        </dd>
      </div>
    ))}
  </dl>
);

function VerificationResult({
  outcome,
  verifier,
}: {
  outcome: VerificationOutcome;
  verifier: Verification;
}) {
  const { tone, title, sentences } = summarizeVerification(outcome);
  const source = outcome.kind === 'checked' ? SOURCES[outcome.summary.source] : null;
  return (
    <div className="grid gap-4">
      <ResultHeading tone={tone}>{title}</ResultHeading>
      {sentences.map((sentence) => (
        <p key={sentence} className="text-base wrap-anywhere">
          {sentence}
        </p>
      ))}
      {source && <Demonstration text={source} />}
      {outcome.kind === 'checked' && (
        <>
          <Rates summary={outcome.summary} />
          <Facts outcome={outcome} />
        </>
      )}
      <Exports verifier={verifier} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => verifier.verify()}>
          Verify again
        </Button>
        <Button variant="quiet" size="small" onClick={() => verifier.verify(true)}>
          Download everything again
        </Button>
      </div>
    </div>
  );
}

const Exports = ({
  verifier: { exporting, exportFailed, exportAs },
}: {
  verifier: Verification;
}) => (
  <div className="grid gap-3">
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">Save the ledger</span>
      <Button
        size="small"
        busyLabel={exporting === 'json' ? 'Writing…' : undefined}
        onClick={() => exportAs('json')}
      >
        JSON
      </Button>
      <Button
        size="small"
        busyLabel={exporting === 'csv' ? 'Writing…' : undefined}
        onClick={() => exportAs('csv')}
      >
        CSV
      </Button>
    </div>
    {exportFailed && (
      <Notice tone="warning">
        The file was not saved: part of the ledger is missing and can’t be downloaded. Please try
        again later.
      </Notice>
    )}
  </div>
);
