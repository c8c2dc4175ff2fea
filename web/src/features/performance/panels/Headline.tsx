import { breakEven, COIN, HEADLINE_FROM } from '@quantalgo/contracts';
import { ProbabilityScale } from '../../../ui/instruments/ProbabilityScale';
import { Figures, Panel } from '../../../ui/Card';
import { countText } from '../../../ui/signalWords';
import type { Matrix } from '../figures/matrix';
import { percentText, stakesText } from '../words';

const share = (percent: number | null) => (percent === null ? '–' : percentText(percent));

/** Too few to call a rate: only counted. */
const NotYet = ({ settled }: { settled: number }) => (
  <p className="px-4 pb-4 text-sm text-muted">
    {countText(settled)} of {HEADLINE_FROM} settled signals: too few for a rate that means anything.
    Until then they are only counted.
  </p>
);

function Rates({ matrix: { performance }, payout }: { matrix: Matrix; payout: number }) {
  const { firstEntryRange, winRateRange } = performance;
  const pays = breakEven(payout);
  if (!firstEntryRange || !winRateRange) return null;
  return (
    <div className="grid gap-x-7 gap-y-3 px-4 pb-4 sm:grid-cols-2">
      <ProbabilityScale
        label="First entry won"
        probability={firstEntryRange}
        coin={COIN.firstEntry}
        paysFrom={pays.firstEntry}
      />
      <ProbabilityScale
        label="Won within 4 levels"
        probability={winRateRange}
        coin={COIN.withinFourLevels}
        paysFrom={pays.withinFourLevels}
      />
    </div>
  );
}

/** The rates with their 95 % intervals beside a coin and the break-even, once there are enough of them; and the counts. */
export function Headline({ matrix, payout }: { matrix: Matrix; payout: number }) {
  const { performance, details, equity } = matrix;
  const { totalSignals, wonSignals, lostSignals, breakEvenSignals } = performance;
  const last = equity.points.at(-1);
  const each = (stakes: number) => `${stakesText(stakes / totalSignals, 3)} a signal`;
  return (
    <Panel
      title="How often it won"
      aside={
        <span className="text-xs text-muted tabular-nums">{countText(totalSignals)} settled</span>
      }
    >
      {details.isHeadline ? (
        <Rates matrix={matrix} payout={payout} />
      ) : (
        <NotYet settled={totalSignals} />
      )}
      <Figures
        className="border-t border-line-soft"
        figures={[
          {
            label: 'Won / lost',
            value: `${countText(wonSignals)} / ${countText(lostSignals)}`,
            note: `${countText(breakEvenSignals)} broke even`,
          },
          {
            label: 'Flat stake',
            value: stakesText(last?.flat ?? 0),
            note: `stakes, ${each(last?.flat ?? 0)}`,
          },
          {
            label: 'Martingale',
            value: stakesText(last?.ladder ?? 0),
            note: `first stakes, ${each(last?.ladder ?? 0)}`,
          },
        ]}
      />
      {details.isHeadline && (
        <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
          On the same first entries: always CALL {share(details.baselines.alwaysCall)}, always PUT{' '}
          {share(details.baselines.alwaysPut)}, a coin {share(details.baselines.coin)} (flat entries
          win for nobody). A coin wins {percentText(COIN.withinFourLevels)} within four levels.
        </p>
      )}
    </Panel>
  );
}
