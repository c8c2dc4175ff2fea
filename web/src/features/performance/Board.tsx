import { breakEven } from '@quantalgo/contracts';
import { SideBySide } from '../../ui/SideBySide';
import { strategyName } from '../../ui/signalWords';
import type { Matrix } from './figures/matrix';
import { CalibrationPanel } from './panels/CalibrationPanel';
import { EquityPanel } from './panels/EquityPanel';
import { Headline } from './panels/Headline';
import { RatesPanel } from './panels/RatesPanel';
import { StreaksPanel } from './panels/StreaksPanel';

const hourName = (hour: string) => `${hour}:00`;

/** All figures of a choice of signals. `payout`: what a won stake earns, 0.8 is 80 %. */
export function Board({ matrix, payout }: { matrix: Matrix; payout: number }) {
  const { details, equity, streaks } = matrix;
  const paysFrom = breakEven(payout).firstEntry;
  return (
    <SideBySide
      side={
        <>
          <CalibrationPanel details={details} />
          <RatesPanel title="By weekday (WAT)" rows={details.byWeekday} paysFrom={paysFrom} />
        </>
      }
    >
      <Headline matrix={matrix} payout={payout} />
      <EquityPanel equity={equity} payout={payout} />
      <StreaksPanel streaks={streaks} cost={details.martingale} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <RatesPanel
          title="By strategy"
          rows={details.byStrategy}
          nameOf={strategyName}
          paysFrom={paysFrom}
        />
        <RatesPanel title="By pair" rows={details.byPair} paysFrom={paysFrom} />
      </div>
      <RatesPanel
        title="By hour (WAT)"
        rows={details.byHour}
        nameOf={hourName}
        paysFrom={paysFrom}
      />
    </SideBySide>
  );
}
