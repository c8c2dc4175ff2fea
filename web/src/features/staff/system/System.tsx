import type { SystemState } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { useSystem } from '../../../data/staff/console';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Skeleton } from '../../../ui/Loading';
import { Age, AnswerNotice } from '../parts/Age';
import { Countdown } from './Countdown';
import { Health } from './Health';
import { LedgerHead } from './LedgerHead';
import { Delays, Misses, Publications } from './Record';
import { Strategies } from './Strategies';

const Parts = ({ system, onReset }: { system: SystemState; onReset: () => void }) => {
  const now = useNow(60_000);
  return (
    <>
      <Health system={system} now={now} />
      <div className="grid items-start gap-4 xl:grid-cols-2 xl:gap-5.5">
        <div className="grid min-w-0 gap-4">
          <Publications publications={system.publications} now={now} />
          <Misses misses={system.misses} now={now} />
          <Delays delays={system.delays} pushDelays={system.pushDelays} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Strategies calibrations={system.calibrations} now={now} />
          <LedgerHead ledger={system.ledger} now={now} />
          <Countdown
            key={system.countdown.endsAt}
            countdown={system.countdown}
            now={now}
            onReset={onReset}
          />
        </div>
      </div>
    </>
  );
};

/** What runs, and how well. */
export function System() {
  const answer = useSystem();
  const { seen, asking } = answer;
  return (
    <div className="grid gap-4">
      <ScreenHead title="System" aside={<Age answer={answer} />}>
        Whether signals go out on time, and on which prices. Looked at anew every minute.
      </ScreenHead>
      <AnswerNotice answer={answer} />
      {seen && <Parts system={seen.value} onReset={answer.askAgain} />}
      {!seen && asking && (
        <div role="status" aria-label="Loading" className="grid gap-4">
          <Skeleton className="h-44 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </div>
      )}
    </div>
  );
}
