import { breakEven } from '@quantalgo/contracts';
import { useDeferredValue } from 'react';
import { SideBySide } from '../../ui/Card';
import { strategyName } from '../../ui/signalWords';
import type { Matrix } from './figures/matrix';
import { CalibrationPanel } from './panels/CalibrationPanel';
import { EquityPanel } from './panels/EquityPanel';
import { Headline } from './panels/Headline';
import { RatesPanel } from './panels/RatesPanel';
import { StreaksPanel } from './panels/StreaksPanel';

const hourName = (hour: string) => `${hour}:00`;

interface BoardProps {
  readonly matrix: Matrix;
  /** What a won stake earns, 0.8 is 80 %. */
  readonly payout: number;
}

function Rates({ matrix: { details }, payout }: BoardProps) {
  const paysFrom = breakEven(payout).firstEntry;
  return (
    <>
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
    </>
  );
}

function Side({ matrix: { details }, payout }: BoardProps) {
  return (
    <>
      <CalibrationPanel details={details} />
      <RatesPanel
        title="By weekday (WAT)"
        rows={details.byWeekday}
        paysFrom={breakEven(payout).firstEntry}
      />
    </>
  );
}

/** All figures of a choice of signals. The first screen is drawn at once, what lies below it right after. */
export function Board(board: BoardProps) {
  const { details, equity, streaks } = board.matrix;
  const isBelowDrawn = useDeferredValue(true, false);
  return (
    <SideBySide side={isBelowDrawn && <Side {...board} />}>
      <Headline {...board} />
      {isBelowDrawn && (
        <>
          <EquityPanel equity={equity} payout={board.payout} />
          <StreaksPanel streaks={streaks} cost={details.martingale} />
          <Rates {...board} />
        </>
      )}
    </SideBySide>
  );
}
