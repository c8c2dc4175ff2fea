import { FOUR_LEVEL_LOSS, watTime } from '@quantalgo/contracts';
import { StakeLadder } from '../../../ui/instruments/StakeLadder';
import type { PlayedLevel } from '../levels';

/** The four levels with their stakes and entry times, and what losing all of them costs. */
export function Martingale({ levels }: { levels: readonly PlayedLevel[] }) {
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-2">
        <h3 className="text-sm font-normal tracking-normal text-muted">Martingale</h3>
        <p className="text-xs text-faint">
          a four-level loss costs{' '}
          <span className="text-amber tabular-nums">{FOUR_LEVEL_LOSS.toFixed(1)}×</span> the first
          stake
        </p>
      </div>
      <StakeLadder
        rungs={levels.map(({ level, stake, entryTime, state }) => ({
          level,
          stake,
          state,
          time: watTime(entryTime),
        }))}
      />
    </div>
  );
}
