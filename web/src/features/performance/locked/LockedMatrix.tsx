import { breakEven, COIN, PATHS, STATED_PAYOUT, type Performance } from '@quantalgo/contracts';
import { ChartNoAxesCombined } from 'lucide-react';
import { useMemo } from 'react';
import { LOCKED_MATRIX, SAMPLE_SETTLED } from '../../../content/performanceMatrix';
import { Chip } from '../../../ui/Chip';
import { Figures, Panel } from '../../../ui/Card';
import { LockedScreen } from '../../../ui/LockedScreen';
import { countText, SOURCE_WORDS } from '../../../ui/signalWords';
import { Board } from '../Board';
import { matrixOf } from '../figures/matrix';
import { percentText } from '../words';
import { usePublicRecord } from './usePublicRecord';

const PAYS = breakEven();

function figuresOf({ totalSignals, firstEntryRange, winRateRange, details }: Performance) {
  const rate = (range: typeof winRateRange) =>
    range && details?.isHeadline ? percentText(range.value) : 'too few yet';
  return [
    { label: 'Settled', value: countText(totalSignals) },
    {
      label: 'First entry won',
      value: rate(firstEntryRange),
      note: `coin ${COIN.firstEntry}, pays from ${PAYS.firstEntry.toFixed(1)}`,
    },
    {
      label: 'Won within 4 levels',
      value: rate(winRateRange),
      note: `coin ${COIN.withinFourLevels.toFixed(1)}, pays from ${PAYS.withinFourLevels.toFixed(1)}`,
    },
  ];
}

/** The record that anyone may see and check. */
function PublicPanel() {
  const record = usePublicRecord();
  if (record === undefined)
    return (
      <Panel title="The public record">
        <p className="h-32 px-4 text-sm text-muted">Being asked for.</p>
      </Panel>
    );
  const performance = record?.performance;
  return (
    <Panel
      title="The public record"
      aside={performance?.demonstration && <Chip tone="warning">Demonstration</Chip>}
    >
      {performance ? (
        <>
          <Figures className="border-t border-line-soft" figures={figuresOf(performance)} />
          <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted">
            On {SOURCE_WORDS[performance.source]}, at a {STATED_PAYOUT * 100} % payout.{' '}
            <a href={PATHS.verify} className="font-semibold text-text underline">
              Verify it yourself
            </a>
          </p>
        </>
      ) : (
        <p className="px-4 pb-4 text-sm text-muted">It can’t be reached at the moment.</p>
      )}
    </Panel>
  );
}

function Preview() {
  const matrix = useMemo(() => matrixOf(SAMPLE_SETTLED, STATED_PAYOUT), []);
  return matrix && <Board matrix={matrix} payout={STATED_PAYOUT} />;
}

/** The matrix as guests and locked members see it: the public record above its blurred self. */
export const LockedMatrix = () => (
  <div className="grid gap-4">
    <PublicPanel />
    <LockedScreen
      title="Performance Matrix"
      icon={ChartNoAxesCombined}
      {...LOCKED_MATRIX}
      preview={<Preview />}
    />
  </div>
);
