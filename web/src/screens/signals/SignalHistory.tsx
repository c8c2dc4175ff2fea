import { formatCount } from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { isDemonstration } from '@quantalgo/contracts/signals/signal';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEventHandler, memo, useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { useOlder } from '../../data/signals/older';
import {
  type PartialDigests,
  getFirstEntryTime,
  type SignalDigest,
  useDigestsInSteps,
} from '../../data/signals/useDigests';
import { useQueryParser } from '../../data/signals/useQueryParser';
import { useQuarantineCount } from '../../data/signals/useSignals';
import { useFreshness, useSyncedList } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import {
  parseDayParam,
  FilterInput,
  FilterSelect,
  PairAndStrategyFilters,
  useSearchFields,
} from '../../ui/Filters';
import { ScreenHead } from '../../ui/Heading';
import { LineList } from '../../ui/LineList';
import { LazyLockedRoom } from './LazyLockedRoom';
import { HistoryLine, HistorySkeleton, LineHead, LineTime } from './HistoryLine';
import {
  formatEntryDayName,
  searchDigests,
  type Line,
  toDayLines,
  type Search,
  STATE_TEXT,
  STATES,
} from './find';
import { formatAge } from './signalText';

const TITLE = 'Signal history';

/** Separate, because it renders every second. */
function Age() {
  const age = formatAge(useFreshness(), useZone());
  return age && <span translate="no">{` · ${age}`}</span>;
}

/** Signals that only a newer app version can show. The count “on this device” excludes them. */
function QuarantineCount() {
  const count = useQuarantineCount() ?? 0;
  return count > 0 && <span>{` · ${formatCount(count)} more: update the app to see them`}</span>;
}

const LoadingRows = () => (
  <p aria-busy="true" className="px-4 py-6 text-sm text-muted">
    Loading all signals on this device…
  </p>
);

const EmptyList = ({ hasSignals }: { hasSignals: boolean }) => (
  <p className="px-4 py-6 text-sm text-muted">
    {hasSignals
      ? 'No matching signals. Remove a search word or clear a filter.'
      : 'No signals yet. The first one appears here as soon as it is published.'}
  </p>
);

function HistoryContent({ digests, isComplete }: PartialDigests) {
  const [search, setSearch] = useSearchFields(parseSearch);
  const deferredSearch = useDeferredValue(search);
  const zone = useZone();
  const today = useNow(DAY_MS);
  const parseQuery = useQueryParser(search.q !== null);
  const signals = useMemo(
    () => searchDigests(digests, deferredSearch, zone, parseQuery),
    [digests, deferredSearch, zone, parseQuery],
  );
  const demonstration = digests.some(({ source }) => isDemonstration(source));
  return (
    <>
      <ScreenHead title={TITLE} marks={demonstration && <Chip tone="warning">Demonstration</Chip>}>
        <span className="tabular-nums">
          <span>
            {isComplete
              ? `${formatCount(signals.length)} of ${formatCount(digests.length)} on this device`
              : 'Newest first'}
          </span>
          {isComplete && <QuarantineCount />}
          <Age />
        </span>
      </ScreenHead>
      <SearchBar
        digests={digests}
        search={search}
        zoneLabel={zone.label(today)}
        onFilter={setSearch}
      />
      <Card className="overflow-hidden" aria-label="Matching signals">
        <OlderButton />
        {signals.length > 0 && <SignalList signals={signals} />}
        {signals.length === 0 &&
          (isComplete ? <EmptyList hasSignals={digests.length > 0} /> : <LoadingRows />)}
      </Card>
    </>
  );
}

function OpenHistory() {
  const loadedDigests = useDigestsInSteps();
  const isPending = useSyncedList(loadedDigests?.digests) === undefined;
  return (
    <div className="grid gap-4">
      {loadedDigests && !isPending ? (
        <HistoryContent {...loadedDigests} />
      ) : (
        <>
          <ScreenHead title={TITLE} />
          <HistorySkeleton />
        </>
      )}
    </div>
  );
}

const SignalHistory = ({ open }: { open: boolean }) =>
  open ? <OpenHistory /> : <LazyLockedRoom />;

const STATE_NAMES: Readonly<Record<string, string>> = STATE_TEXT;

const SearchBar = ({
  digests,
  search,
  zoneLabel,
  onFilter,
}: {
  digests: readonly SignalDigest[];
  search: Search;
  zoneLabel: string;
  onFilter: (name: keyof Search, value: string | null) => void;
}) => (
  <form
    role="search"
    aria-label="Signal history"
    onSubmit={(event) => event.preventDefault()}
    className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 lg:grid-cols-6"
  >
    <FilterInput
      label="Search"
      type="search"
      value={search.q ?? ''}
      onChange={({ target }) => onFilter('q', target.value)}
      className="col-span-full lg:col-span-2"
    />
    <FilterInput
      label={`Day (${zoneLabel})`}
      type="date"
      value={search.day ?? ''}
      onChange={({ target }) => onFilter('day', target.value)}
    />
    <FilterSelect
      label="Outcome"
      all="All outcomes"
      options={STATES}
      getName={(state) => STATE_NAMES[state] ?? state}
      value={search.outcome}
      onChoose={(value) => onFilter('outcome', value)}
    />
    <PairAndStrategyFilters signals={digests} chosen={search} onChoose={onFilter} />
  </form>
);

const parseSearch = (params: URLSearchParams): Search => ({
  q: params.get('q'),
  pair: params.get('pair'),
  strategy: params.get('strategy'),
  outcome: STATES.find((state) => state === params.get('outcome')) ?? null,
  day: parseDayParam(params),
});

const OLDER_TEXT = {
  reading: '',
  more: 'This device may not have all the signals you’ve received.',
  loading: 'Fetching older signals, page by page.',
  failed: 'The server can’t be reached. Signals already on this device are kept. Try again later.',
  complete: 'These are all the signals you’ve received.',
} as const;

function OlderButton() {
  const { state, load, stop } = useOlder();
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-2 text-xs text-muted">
      <p role="status" className="flex-1 basis-44">
        {OLDER_TEXT[state]}
      </p>
      {state === 'loading' && (
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      )}
      {(state === 'more' || state === 'failed') && (
        <Button size="small" onClick={load}>
          Load older
        </Button>
      )}
    </div>
  );
}

/** Row heights in rem. In narrow windows, or with large text, rows wrap. */
const ROW_HEIGHTS = { day: 2.25, signal: 3.5 } as const;
const WRAP_BELOW_REM = 18;
const WRAPPED_ROW_HEIGHTS = { day: 2.25, signal: 6 } as const;

const getRowHeight = ({ kind }: Line, windowRem: number): number =>
  (windowRem < WRAP_BELOW_REM ? WRAPPED_ROW_HEIGHTS : ROW_HEIGHTS)[kind];

const getKey = (line: Line): string => (line.kind === 'day' ? line.day : line.signal.id);

const getNumber = (line: Line): number | null => (line.kind === 'day' ? null : line.number);

function SignalList({ signals }: { signals: readonly SignalDigest[] }) {
  const zone = useZone();
  const lines = useMemo(() => toDayLines(signals, zone), [signals, zone]);
  const accessors = { getHeightRem: getRowHeight, getKey, getNumber };
  return (
    <LineList label="Signals" lines={lines} count={signals.length} {...accessors}>
      {(line, onKeyDown) =>
        line.kind === 'day' ? (
          <h2 className="flex h-9 items-end px-4 pb-1.5 text-xs font-normal tracking-normal text-faint">
            {formatEntryDayName(line.day)}
          </h2>
        ) : (
          <SignalLine signal={line.signal} onKeyDown={onKeyDown} />
        )
      }
    </LineList>
  );
}

const Unsettled = ({ signal, at }: { signal: SignalDigest; at: number }) => (
  <>
    <LineTime at={at} />
    <LineHead pair={signal.pair} direction={signal.direction} quiet={signal.entered === false} />
    <Chip tone="faint">Not settled</Chip>
  </>
);

const SignalLine = memo(function SignalLine({
  signal,
  onKeyDown,
}: {
  signal: SignalDigest;
  onKeyDown: KeyboardEventHandler;
}) {
  const at = getFirstEntryTime(signal);
  const { ending } = signal;
  return (
    <Link
      to={signalPath(signal.id)}
      onKeyDown={onKeyDown}
      className="flex h-full flex-wrap content-center items-center gap-x-2.5 border-t border-line-soft px-4 hover:bg-sunk focus-visible:-outline-offset-2"
    >
      {ending ? (
        <HistoryLine
          pair={signal.pair}
          direction={signal.direction}
          entryTime={at}
          ending={ending}
          entered={signal.entered}
        />
      ) : (
        <Unsettled signal={signal} at={at} />
      )}
      <span className="w-32 text-xs text-faint max-lg:hidden">
        {formatStrategy(signal.strategy)}
      </span>
      <ChevronRight size={14} aria-hidden className="shrink-0 text-faint" />
    </Link>
  );
});

export default SignalHistory;
