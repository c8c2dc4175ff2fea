import type { User } from '@quantalgo/contracts/account/member';
import { formatCount } from '@quantalgo/contracts/core/format';
import { useSyncExternalStore } from 'react';
import { useOnline } from '../../data/core/useOnline';
import type { JournalView } from '../../data/journal/entries';
import { importDraft } from '../../data/journal/import/draft';
import { journalHasFailed } from '../../data/journal/pull';
import { Button } from '../../ui/Button';
import { FileField } from '../../ui/FileField';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { ImportOptions } from './ImportOptions';
import { ImportPreview } from './ImportPreview';
import { useImport } from './useImport';

const LoadingSkeleton = () => (
  <div aria-busy="true" aria-label="Reading the file" className="grid gap-3">
    <Skeleton className="h-6 w-2/3 rounded-md" />
    <Skeleton className="h-24 w-full rounded-lg" />
  </div>
);

const formatEntryCount = (count: number): string =>
  count === 1 ? '1 entry' : `${formatCount(count)} entries`;

/** The import waits for the whole journal, because it would take missing entries for new ones. */
function PartialJournalNotice() {
  const isOnline = useOnline();
  const hasFailed = useSyncExternalStore(journalHasFailed.subscribe, journalHasFailed.get);
  if (!isOnline)
    return (
      <Notice>
        You’re offline, and this device doesn’t have your whole journal yet. Go online to import.
      </Notice>
    );
  return hasFailed ? (
    <Notice tone="error">
      Your journal couldn’t be loaded. Check your connection, or reload the app.
    </Notice>
  ) : (
    <Notice>Your journal is still loading. You can import once all of it is on this device.</Notice>
  );
}

export function ImportDialog({
  user,
  journal,
  onClose,
}: {
  user: User;
  journal: readonly JournalView[];
  onClose: () => void;
}) {
  const {
    draft,
    open,
    problem,
    busy,
    isSaving,
    isJournalWhole,
    choose,
    change,
    importEntries,
    saveSkippedRows,
    reload,
  } = useImport({ user, journal, onDone: onClose });
  const count = open ? open.preview.states.new + open.preview.states.changed : 0;
  return (
    <div className="grid min-w-0 gap-4 p-5">
      <h2 className="text-lg">Import trades</h2>
      <p className="text-sm text-muted">
        A CSV or Excel file from your broker, a MetaTrader report, or a file exported from this
        page. Nothing is saved until you press Import.
      </p>
      {/* The entries are being fetched from the plan that these fields would change. */}
      <fieldset disabled={isSaving} className="contents">
        <FileField
          label="File"
          accept=".csv,.tsv,.txt,.xlsx,.xls,.htm,.html,text/csv,text/html,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          prompt="Choose a file"
          takes="CSV, Excel or HTML"
          file={draft?.file ?? null}
          onFile={(file) => void choose(file)}
        />
        {busy === 'reading' && <LoadingSkeleton />}
        {open && (
          <>
            <ImportOptions open={open} onChange={change} />
            <ImportPreview
              open={open}
              onChange={change}
              onSaveSkippedRows={() => void saveSkippedRows()}
              onSignals={reload}
            />
          </>
        )}
      </fieldset>
      {isJournalWhole === false && <PartialJournalNotice />}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button
          disabled={isSaving}
          onClick={() => {
            importDraft.set(null);
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button
          variant="primary"
          busyLabel={isSaving ? 'Importing…' : undefined}
          disabled={isJournalWhole !== true || !open || busy !== null || count === 0}
          onClick={() => void importEntries()}
        >
          {count > 0 ? `Import ${formatEntryCount(count)}` : 'Import'}
        </Button>
      </div>
    </div>
  );
}
