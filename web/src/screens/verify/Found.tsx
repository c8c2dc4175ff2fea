import type { ChainSummary } from '@quantalgo/contracts';
import type { Outcome } from '../../data/ledger/messages';
import type { Verifier } from '../../data/ledger/useVerifier';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Notice } from '../../ui/Notice';
import { factsOf, ratesOfSummary, ResultHeading, verdictOf } from './Verdict';

const SOURCES = {
  twelvedata: null,
  replay: 'Replayed prices: this ledger is no record of a live market.',
  simulated: 'Simulated prices: this ledger is no record of a real market.',
} as const;

const Demonstration = ({ text }: { text: string }) => (
  <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
    <Chip tone="warning">Demonstration</Chip> {text}
  </p>
);

const Facts = ({ outcome }: { outcome: Extract<Outcome, { kind: 'checked' }> }) => (
  <dl className="border-t border-line-soft text-sm">
    {factsOf(outcome).map(([name, value]) => (
      <div
        key={name}
        className="grid gap-x-4 border-b border-line-soft py-2 sm:grid-cols-[9rem_1fr]"
      >
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

const Rates = ({ summary }: { summary: ChainSummary }) => (
  <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    {ratesOfSummary(summary).map(({ label, value, basis }) => (
      <div key={label}>
        <dt className="text-xs text-muted">{label}, computed here</dt>
        <dd>
          <span className="block text-2xl font-semibold tracking-[-0.03em] tabular-nums">
            {value}
          </span>
          <span className="block text-xs text-faint tabular-nums">{basis}</span>
        </dd>
      </div>
    ))}
  </dl>
);

/** What a verification found, and what can be done with it. */
export function Found({ outcome, verifier }: { outcome: Outcome; verifier: Verifier }) {
  const { tone, title, sentences } = verdictOf(outcome);
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
        <Button look="quiet" size="small" onClick={() => verifier.verify(true)}>
          Download all anew
        </Button>
      </div>
    </div>
  );
}

/** Saves the ledger that was verified as a file. */
const Exports = ({ verifier: { exporting, exportFailed, exportAs } }: { verifier: Verifier }) => (
  <div className="grid gap-3">
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">Save the ledger</span>
      <Button
        size="small"
        doing={exporting === 'json' ? 'Writing…' : undefined}
        onClick={() => exportAs('json')}
      >
        JSON
      </Button>
      <Button
        size="small"
        doing={exporting === 'csv' ? 'Writing…' : undefined}
        onClick={() => exportAs('csv')}
      >
        CSV
      </Button>
    </div>
    {exportFailed && (
      <Notice tone="warning">
        The file was not written: a page of the ledger is missing and can’t be reached.
      </Notice>
    )}
  </div>
);
