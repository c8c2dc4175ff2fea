import type { Verifier } from '../../data/ledger/useVerifier';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Saves the ledger that was verified as a file. */
export const Exports = ({
  verifier: { exporting, exportFailed, exportAs },
}: {
  verifier: Verifier;
}) => (
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
