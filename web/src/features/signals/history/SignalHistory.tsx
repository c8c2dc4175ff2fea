import { isDemonstration } from '@quantalgo/contracts';
import { useDeferredValue, useMemo } from 'react';
import { useDigestsInSteps, type DigestsSoFar } from '../../../data/signals/useDigests';
import { useFreshness } from '../../../data/sync/freshness';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { ScreenHead } from '../../../ui/ScreenHead';
import { ageText } from '../freshnessWords';
import { LockedRoom } from '../locked/LockedRoom';
import { HistorySkeleton } from '../room/HistorySkeleton';
import { countText } from '../words';
import { found } from './find';
import { OlderButton } from './OlderButton';
import { SearchBar } from './SearchBar';
import { SignalList } from './SignalList';
import { useSearch } from './useSearch';

const TITLE = 'Signal history';

/** How old the list is where it is not live; by itself, as it is looked at every second. */
function Age() {
  const age = ageText(useFreshness());
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
  const signals = useMemo(() => found(digests, wanted), [digests, wanted]);
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
      <SearchBar digests={digests} search={search} onLook={look} />
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
export const SignalHistory = ({ open }: { open: boolean }) =>
  open ? <OpenHistory /> : <LockedRoom />;
