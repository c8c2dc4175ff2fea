import { countText, isDemonstration } from '@quantalgo/contracts';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { useOlder } from '../../data/signals/older';
import {
  type DigestsSoFar,
  type SignalDigest,
  useDigestsInSteps,
} from '../../data/signals/useDigests';
import { useFreshness } from '../../data/sync/freshness';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { FilterInput, FilterSelect, PairAndStrategyFilters } from '../../ui/Filters';
import { ScreenHead } from '../../ui/ScreenHead';
import { OUTCOME_WORDS } from '../../ui/instruments/Marks';
import { HistorySkeleton } from './HistoryLine';
import { LockedRoom } from './LockedRoom';
import { SignalList } from './SignalList';
import { found, type Search, STATES } from './find';
import { ageText } from './signalText';
import { useZone } from '../../tell';

const DAY_MS = 24 * 60 * 60_000;

const TITLE = 'Signal history';

/** How old the list is where it is not live; by itself, as it is looked at every second. */
function Age() {
  const age = ageText(useFreshness(), useZone());
  return age && <> · {age}</>;
}

const Unread = () => (
  <p aria-busy="true" className="px-4 py-6 text-sm text-muted">
    Reading all signals on this device …
  </p>
);

const Nothing = ({ any }: { any: boolean }) => (
  <p className="px-4 py-6 text-sm text-muted">
    {any
      ? 'No signal fits. Leave out a word, or open one of the filters.'
      : 'No signal has come yet. The first one stands here as soon as it is published.'}
  </p>
);

function Listed({ digests, whole }: DigestsSoFar) {
  const [search, look] = useSearch();
  const wanted = useDeferredValue(search);
  const zone = useZone();
  const today = useNow(DAY_MS);
  const signals = useMemo(() => found(digests, wanted, zone), [digests, wanted, zone]);
  const demonstration = digests.some(({ source }) => isDemonstration(source));
  return (
    <>
      <ScreenHead title={TITLE} marks={demonstration && <Chip tone="warning">Demonstration</Chip>}>
        <span className="tabular-nums">
          {whole
            ? `${countText(signals.length)} of ${countText(digests.length)} on this device`
            : 'Newest first'}
          <Age />
        </span>
      </ScreenHead>
      <SearchBar digests={digests} search={search} zoneLabel={zone.label(today)} onLook={look} />
      <Card className="overflow-hidden" aria-label="Signals that fit">
        <OlderButton />
        {signals.length > 0 && <SignalList signals={signals} />}
        {signals.length === 0 && (whole ? <Nothing any={digests.length > 0} /> : <Unread />)}
      </Card>
    </>
  );
}

function OpenHistory() {
  const soFar = useDigestsInSteps();
  return (
    <div className="grid gap-4">
      {soFar ? (
        <Listed {...soFar} />
      ) : (
        <>
          <ScreenHead title={TITLE} />
          <HistorySkeleton />
        </>
      )}
    </div>
  );
}

/** All signals that this device holds, to be searched; a teaser for whoever has none to receive. */
const SignalHistory = ({ open }: { open: boolean }) => (open ? <OpenHistory /> : <LockedRoom />);

const STATE_WORDS: Record<string, string> = { ...OUTCOME_WORDS, open: 'Not settled' };

/** Words and filters that narrow the history down. */
const SearchBar = ({
  digests,
  search,
  zoneLabel,
  onLook,
}: {
  digests: readonly SignalDigest[];
  search: Search;
  zoneLabel: string;
  onLook: (name: keyof Search, value: string | null) => void;
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
      onChange={({ target }) => onLook('q', target.value)}
      className="col-span-full lg:col-span-2"
    />
    <FilterInput
      label={`Day (${zoneLabel})`}
      type="date"
      value={search.day ?? ''}
      onChange={({ target }) => onLook('day', target.value)}
    />
    <FilterSelect
      label="Outcome"
      all="All outcomes"
      options={STATES}
      nameOf={(state) => STATE_WORDS[state] ?? state}
      value={search.outcome}
      onChoose={(value) => onLook('outcome', value)}
    />
    <PairAndStrategyFilters signals={digests} chosen={search} onChoose={onLook} />
  </form>
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const searchIn = (params: URLSearchParams): Search => {
  const day = params.get('day');
  return {
    q: params.get('q'),
    pair: params.get('pair'),
    strategy: params.get('strategy'),
    outcome: STATES.find((state) => state === params.get('outcome')) ?? null,
    day: day !== null && DAY.test(day) ? day : null,
  };
};

/** What is looked for, kept in the screen's address so that a link brings it along. */
function useSearch(): readonly [Search, (name: keyof Search, value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => searchIn(params), [params]);
  const look = useCallback(
    (name: keyof Search, value: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value) after.set(name, value);
          else after.delete(name);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [search, look];
}

const SAID = {
  reading: '',
  more: 'This device may not hold all that you ever received.',
  loading: 'Fetching older signals, page by page.',
  failed: 'The server can’t be reached: what is here stays. Try again later.',
  whole: 'This is all that you ever received.',
} as const;

/** Fetches what was published before the signals on this device, until all of it is here. */
function OlderButton() {
  const { state, load, stop } = useOlder();
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-2 text-xs text-muted">
      <p role="status">{SAID[state]}</p>
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

export default SignalHistory;
