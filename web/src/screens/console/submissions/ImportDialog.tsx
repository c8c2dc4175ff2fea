import { adminProofsEndpoints } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useState } from 'react';
import { useMutation } from '../../../data/core/useMutation';
import type { ImportResult } from '../../../data/console/brokerList';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { FileField } from '../../../ui/FileField';
import { Notice } from '../../../ui/Notice';

/** A file with more problems is wrong as a whole, so the list is cut. */
const MAX_LISTED_PROBLEMS = 20;

const Result = ({ result: { imported, problems } }: { result: ImportResult }) => (
  <div className="grid gap-2">
    <Notice tone={problems.length === 0 ? 'information' : 'warning'}>
      {`Accounts imported: ${imported}${problems.length > 0 ? `, lines skipped: ${problems.length}` : ''}.`}
    </Notice>
    {problems.length > 0 && (
      <ul aria-label="Skipped lines" className="max-h-48 overflow-y-auto text-sm text-muted">
        {problems.slice(0, MAX_LISTED_PROBLEMS).map(({ line, problem }) => (
          <li key={line}>{`Line ${line}: ${problem}`}</li>
        ))}
      </ul>
    )}
  </div>
);

function ImportForm({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const [result, setResult] = useState<ImportResult | null>(null);
  const { pending, failure, send } = useMutation(
    async (list: File) => {
      setResult(null);
      setShare(0);
      const { importBrokerList } = await import('../../../data/console/brokerList');
      const bytes = new Uint8Array(await list.arrayBuffer());
      setResult(await importBrokerList(bytes, setShare));
    },
    {
      fallback: adminProofsEndpoints.importBrokerList.failure,
      unanswered: 'Network error. Some rows may have been imported. Please import the file again.',
    },
  );
  return (
    <div className="grid gap-4 p-5">
      <h2 className="text-lg">Import the broker’s list</h2>
      <p className="text-sm text-muted">
        The affiliate panel’s export as CSV or XLSX, with the columns trader_id, under_our_link,
        funded and amount (US dollars). Each row replaces what we knew about that account.
      </p>
      <FileField
        label="List"
        prompt="Choose a CSV or XLSX file"
        takes="trader_id, under_our_link, funded, amount"
        file={file}
        onFile={setFile}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {result && <Result result={result} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          disabled={file === null}
          busyLabel={pending ? `Importing, ${Math.round(share * 100)}%…` : undefined}
          onClick={() => file && void send(file)}
        >
          Import
        </Button>
      </div>
    </div>
  );
}

export const ImportDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} label="Import the broker’s list">
    <ImportForm onClose={onClose} />
  </Dialog>
);
