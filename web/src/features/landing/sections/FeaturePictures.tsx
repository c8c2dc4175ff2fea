import { breakEven, COIN, martingaleLevels, watTime, type Outcome } from '@quantalgo/contracts';
import { CloudOff, Link2 } from 'lucide-react';
import {
  SAMPLE_COMMITMENTS,
  SAMPLE_LOSSES,
  SAMPLE_ODDS,
  SAMPLE_SLOT,
} from '../../../content/samples';
import { DirectionMark, OutcomeChip } from '../../../ui/instruments/Marks';
import { ProbabilityScale } from '../../../ui/instruments/ProbabilityScale';
import { Ring } from '../../../ui/instruments/Ring';
import { StakeLadder } from '../../../ui/instruments/StakeLadder';

const LEVELS = martingaleLevels(SAMPLE_SLOT);

/** The ring that empties over the entry window, beside what is to be done. */
export const EntryPicture = () => (
  <div className="flex flex-wrap items-center justify-between gap-4">
    <div className="grid justify-items-start gap-2">
      <span className="text-xl font-semibold tracking-tight">EUR/USD</span>
      <DirectionMark direction="CALL" />
      <span className="text-sm text-muted">
        Enter at {watTime(LEVELS[0]?.entryTime ?? SAMPLE_SLOT)} WAT
      </span>
    </div>
    <Ring share={0.49} tone="accent" size={104}>
      <span className="text-lg font-semibold tabular-nums">2:28</span>
      <span className="text-xs text-muted">to enter</span>
    </Ring>
  </div>
);

/** A probability with its interval, the coin and the break-even. */
export const OddsPicture = () => (
  <ProbabilityScale
    label="First entry wins"
    probability={SAMPLE_ODDS}
    coin={COIN.firstEntry}
    paysFrom={breakEven().firstEntry}
  />
);

/** The four stakes. */
export const StakesPicture = () => (
  <StakeLadder
    rungs={LEVELS.map(({ level, stake, entryTime }) => ({
      level,
      stake,
      time: watTime(entryTime),
      state: level === 0 ? 'now' : 'ahead',
    }))}
  />
);

/** Two entries of a ledger, the second holding the hash of the first. */
export const SealPicture = () => (
  <div className="grid gap-2 text-xs tabular-nums">
    {SAMPLE_COMMITMENTS.map(({ number, hash, says }, index) => (
      <div key={number} className="grid gap-2">
        {index > 0 && <Link2 size={14} className="ml-3 text-faint" />}
        <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-md border border-line bg-sunk px-3 py-2">
          <span className="text-faint">#{number}</span>
          <span className="font-semibold">{says}</span>
          <span className="text-muted">{hash}</span>
        </div>
      </div>
    ))}
  </div>
);

const LossRow = ({ time, pair, outcome }: { time: string; pair: string; outcome: Outcome }) => (
  <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line-soft first:border-t-0">
    <span className="flex flex-wrap gap-x-4 text-sm">
      <span className="text-muted tabular-nums">{time}</span>
      <span className="font-semibold">{pair}</span>
    </span>
    <OutcomeChip outcome={outcome} />
  </li>
);

/** A history that holds what others leave out. */
export const LossesPicture = () => (
  <ul>
    {SAMPLE_LOSSES.map((row) => (
      <LossRow key={row.time} {...row} />
    ))}
  </ul>
);

/** The state of a device without a line. */
export const OfflinePicture = () => (
  <div className="grid justify-items-start gap-3 text-sm">
    <span className="flex h-8 items-center gap-2 rounded-full border border-line px-3 text-xs">
      <CloudOff size={14} className="text-amber" />
      <span className="font-semibold">Offline</span>
      <span className="text-muted tabular-nums">as of {watTime(SAMPLE_SLOT)} WAT</span>
    </span>
    <span className="text-muted">288 signals kept on this device</span>
  </div>
);
