import type { User } from '@quantalgo/contracts/account/member';
import { formatCount } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { isSlotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { formatIsoDay } from '@quantalgo/contracts/core/time';
import { JOURNAL_STATUSES } from '@quantalgo/contracts/journal/entry';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { BookOpen } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { usePayouts } from '../../data/settings/payout';
import { useAt } from '../../data/core/clock';
import { saveCsv } from '../../data/core/saveFile';
import { toEntryView, type JournalView } from '../../data/journal/entries';
import { dismissImportProblem, useImportDraft } from '../../data/journal/import/draft';
import { formatJournalCsv } from '../../data/journal/journalCsv';
import { useJournal } from '../../data/journal/useJournal';
import { useMember } from '../../data/auth/currentSession';
import { useQueryParser } from '../../data/signals/useQueryParser';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { parseDayParam, FilterInput, FilterSelect, useSearchFields } from '../../ui/Filters';
import { ScreenHead } from '../../ui/Heading';
import { STATUS_TEXT } from '../../ui/journalText';
import { LinkButton } from '../../ui/Links';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { LockedScreen } from '../../ui/LockedScreen';
import { Notice } from '../../ui/Notice';
import { EntryList, NoEntries } from './EntryList';
import {
  searchJournal,
  buildJournalIndex,
  type IndexedEntry,
  NO_SEARCH,
  type Search,
  sumByDay,
} from './find';
import { HeatMap } from './HeatMap';

/** Lazy, because it includes the form and the code that shrinks pictures. */
const EntryEditor = lazyComponent(async () => (await import('./EntryEditor')).EntryEditor);

const ImportDialog = lazyComponent(async () => (await import('./ImportDialog')).ImportDialog);

const TITLE = 'Journal';

const fromImportSchema = z.object({ from: z.literal('import') });

const LoadingSkeleton = () => (
  <div aria-busy="true" aria-label="Loading your journal" className="grid gap-4">
    <ScreenHead title={TITLE} />
    {['h-64', 'h-24', 'h-80'].map((height) => (
      <Skeleton key={height} className={`${height} w-full rounded-lg`} />
    ))}
  </div>
);

const exportCsv = (journal: readonly JournalView[]) =>
  saveCsv('journal.csv', formatJournalCsv(journal));

const IMPORT_PARAM = 'import';

/**
 * The dialog has its own URL, so that Back closes it. The draft stays until it is imported or
 * cancelled.
 */
function useImportDialog() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const isOpen = params.has(IMPORT_PARAM);
  const update = (change: (params: URLSearchParams) => void, options: NavigateOptions) => {
    const nextParams = new URLSearchParams(params);
    change(nextParams);
    setParams(nextParams, options);
  };
  const show = () =>
    update((nextParams) => nextParams.set(IMPORT_PARAM, ''), { state: { from: IMPORT_PARAM } });
  const close = () => {
    if (!isOpen) return;
    if (fromImportSchema.safeParse(location.state).success) void navigate(-1);
    else update((nextParams) => nextParams.delete(IMPORT_PARAM), { replace: true });
  };
  return { isOpen, show, close };
}

const sortDistinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.flatMap((value) => value ?? []))].sort();

const STATUSES = JOURNAL_STATUSES;

const getStatusLabel = (status: string): string =>
  STATUSES.flatMap((option) => (option === status ? [STATUS_TEXT[option]] : []))[0] ?? status;

function SearchBar({
  journal,
  search,
  onFilter,
}: {
  journal: readonly IndexedEntry[];
  search: Search;
  onFilter: (name: keyof Search, value: string | null) => void;
}) {
  const pairs = useMemo(() => sortDistinct(journal.map(({ pair }) => pair)), [journal]);
  const tags = useMemo(() => sortDistinct(journal.flatMap(({ view }) => view.tags)), [journal]);
  return (
    <form
      role="search"
      aria-label={TITLE}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 lg:grid-cols-4"
    >
      <FilterInput
        label="Search"
        type="search"
        value={search.q ?? ''}
        onChange={({ target }) => onFilter('q', target.value)}
        className="col-span-full"
      />
      <FilterInput
        label="Day"
        type="date"
        value={search.day ?? ''}
        onChange={({ target }) => onFilter('day', target.value)}
      />
      <FilterSelect
        label="What you did"
        all="All except removed"
        options={STATUSES}
        getName={getStatusLabel}
        value={search.status}
        onChoose={(value) => onFilter('status', value)}
      />
      <FilterSelect
        label="Pair"
        all="All pairs"
        options={pairs}
        getName={formatPair}
        value={search.pair}
        onChoose={(value) => onFilter('pair', value)}
      />
      <FilterSelect
        label="Tag"
        all="All tags"
        options={tags}
        value={search.tag}
        onChoose={(value) => onFilter('tag', value)}
      />
    </form>
  );
}

function parseSearchParams(params: URLSearchParams) {
  const entry = params.get('entry');
  return {
    ...NO_SEARCH,
    q: params.get('q'),
    pair: params.get('pair'),
    tag: params.get('tag'),
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    day: parseDayParam(params),
    entry: entry !== null && isSlotId(entry) ? entry : null,
  };
}

/** A created entry is empty and not stored. */
const findOrCreateEntry = (journal: readonly JournalView[], id: string): JournalView =>
  journal.find((view) => view.id === id) ?? toEntryView(id, undefined, []);

function JournalContent({ journal, user }: { journal: readonly JournalView[]; user: User }) {
  const zone = useZone();
  const payouts = usePayouts();
  const today = useAt((now) => formatIsoDay(now, zone));
  const [search, set] = useSearchFields(parseSearchParams);
  const { entry } = search;
  const importDialog = useImportDialog();
  const importProblem = useImportDraft()?.problem ?? null;
  const journalIndex = useMemo(
    () => buildJournalIndex(journal, zone, payouts),
    [journal, zone, payouts],
  );
  const deferredSearch = useDeferredValue(search);
  const parseQuery = useQueryParser(search.q !== null);
  const entries = useMemo(
    () => searchJournal(journalIndex, deferredSearch, parseQuery),
    [journalIndex, deferredSearch, parseQuery],
  );
  const days = useMemo(() => sumByDay(journalIndex.entries), [journalIndex]);
  const close = useCallback(() => set('entry', null), [set]);
  const open = useCallback((id: string) => set('entry', id), [set]);
  const slot = entry === null ? null : parseSlotId(entry);
  return (
    <div className="grid gap-4">
      <ScreenHead
        title={TITLE}
        aside={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={importDialog.show}>
              Import trades
            </Button>
            <LinkButton to={PATHS.results} size="small">
              My results
            </LinkButton>
            {journal.length > 0 && (
              <Button size="small" onClick={() => exportCsv(journal)}>
                Export CSV
              </Button>
            )}
          </span>
        }
      >
        {journal.length === 0
          ? 'What you did with each signal. Only you can see it.'
          : `${formatCount(entries.length)} of ${formatCount(journal.length)} entries. Results use the recorded prices, or your broker’s where you entered them.`}
      </ScreenHead>
      {importProblem !== null && !importDialog.isOpen && (
        <Notice
          tone="error"
          actions={
            <>
              <Button size="small" variant="quiet" onClick={dismissImportProblem}>
                Dismiss
              </Button>
              <Button
                size="small"
                onClick={() => {
                  dismissImportProblem();
                  importDialog.show();
                }}
              >
                Try again
              </Button>
            </>
          }
        >
          {importProblem}
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[19.5rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-20">
          <HeatMap
            days={days}
            today={today}
            selected={search.day}
            onChoose={(day) => set('day', day)}
          />
        </div>
        <div className="grid min-w-0 gap-4">
          {journal.length > 0 && (
            <SearchBar journal={journalIndex.entries} search={search} onFilter={set} />
          )}
          <Card aria-label="Matching entries" className="overflow-hidden">
            {entries.length > 0 ? (
              <EntryList entries={entries} onOpen={open} />
            ) : (
              <NoEntries hasEntries={journal.length > 0} />
            )}
          </Card>
        </div>
      </div>
      <Dialog open={importDialog.isOpen} onClose={importDialog.close} label="Import trades">
        {importDialog.isOpen && (
          <ImportDialog user={user} journal={journal} onClose={importDialog.close} />
        )}
      </Dialog>
      <Dialog open={slot !== null} onClose={close} label="Entry">
        {entry !== null && (
          <EntryEditor
            key={entry}
            view={findOrCreateEntry(journal, entry)}
            user={user}
            onClose={close}
          />
        )}
      </Dialog>
    </div>
  );
}

function UnlockedJournal({ user }: { user: User }) {
  const journal = useJournal(user.id);
  return journal ? <JournalContent journal={journal} user={user} /> : <LoadingSkeleton />;
}

const SAMPLE_DAYS = new Map(
  [120, -80, 240, 60, -40, 310, -190, 90, 150, -60, 80, 200].map(
    (cents, index) =>
      [
        `2026-11-${String(index * 2 + 2).padStart(2, '0')}`,
        { entries: 4, taken: cents, paper: 0 },
      ] as const,
  ),
);

const LockedJournal = () => (
  <LockedScreen
    title={TITLE}
    icon={BookOpen}
    description="Log what you actually did with each signal, and see how it turned out."
    features={[
      'Log any signal with one tap, even offline',
      'A calendar of your daily results',
      'Only you can read it',
    ]}
    preview={
      <HeatMap days={SAMPLE_DAYS} today="2026-11-27" selected={null} onChoose={() => undefined} />
    }
  />
);

function Journal({ open }: { open: boolean }) {
  const user = useMember();
  if (!open) return <LockedJournal />;
  return user ? <UnlockedJournal user={user} /> : <LoadingSkeleton />;
}

export default Journal;
