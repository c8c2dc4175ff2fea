import { breakEven, COIN, martingaleLevels, SLOT_MS, timeText, WAT } from '@quantalgo/contracts';
import { SAMPLE_ODDS, SAMPLE_SLOT } from '../../content/samples';
import { CadenceBar } from '../../ui/instruments/CadenceBar';
import { DirectionMark, OutcomeChip, Seal } from '../../ui/instruments/Marks';
import {
  LEVEL_WORDS,
  type LevelState,
  LevelStrip,
  StakeLadder,
} from '../../ui/instruments/StakeLadder';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { Ring, type RingTone } from '../../ui/instruments/Ring';
import { Family, Specimen } from './Foundations';

const RINGS = [
  { tone: 'accent', share: 0.8, words: '4:02' },
  { tone: 'amber', share: 0.4, words: '0:12' },
  { tone: 'call', share: 1, words: 'Won' },
  { tone: 'put', share: 1, words: 'Lost' },
  { tone: 'flat', share: 1, words: 'Even' },
  { tone: 'faint', share: 0.2, words: '1:01' },
] as const satisfies readonly { tone: RingTone; share: number; words: string }[];

const LADDERS = [
  ['now', 'ahead', 'ahead', 'ahead'],
  ['lost', 'now', 'ahead', 'ahead'],
  ['lost', 'flat', 'won', 'unplayed'],
  ['lost', 'lost', 'lost', 'lost'],
] as const satisfies readonly (readonly LevelState[])[];

const ladder = (states: readonly LevelState[]) =>
  martingaleLevels(SAMPLE_SLOT).map(({ level, stake, entryTime }) => ({
    level,
    stake,
    time: timeText(entryTime, WAT),
    state: states[level] ?? 'ahead',
  }));

const Rings = () => (
  <Specimen name="Ring">
    <div className="flex flex-wrap gap-4">
      {RINGS.map(({ tone, share, words }) => (
        <Ring key={tone} tone={tone} share={share} size={72} line={4}>
          <span className="text-sm font-semibold tabular-nums">{words}</span>
        </Ring>
      ))}
    </div>
  </Specimen>
);

const Ladders = () =>
  LADDERS.map((states) => (
    <Specimen key={states.join()} name={states.map((state) => LEVEL_WORDS[state]).join(', ')}>
      <StakeLadder rungs={ladder(states)} />
      <div className="mt-3">
        <LevelStrip states={states} />
      </div>
    </Specimen>
  ));

const Scales = () =>
  [SAMPLE_ODDS, { value: 58.9, low: 55.1, high: 62.6 }].map((probability) => (
    <Specimen key={probability.value} name="Probability">
      <ProbabilityScale
        label="First entry wins"
        probability={probability}
        coin={COIN.firstEntry}
        paysFrom={breakEven().firstEntry}
      />
    </Specimen>
  ));

/** What signals are drawn with. */
export const Instruments = () => (
  <Family title="Instruments">
    <Specimen name="Cadence">
      <CadenceBar elapsed={0.51 * SLOT_MS} />
    </Specimen>
    <Specimen name="Direction, small to large">
      <div className="flex flex-wrap items-center gap-4">
        <DirectionMark direction="CALL" size="small" />
        <DirectionMark direction="PUT" />
        <DirectionMark direction="CALL" size="large" />
        <DirectionMark direction="PUT" size="large" />
      </div>
    </Specimen>
    <Rings />
    <Specimen name="Outcome, seal">
      <div className="flex flex-wrap items-center gap-3">
        <OutcomeChip outcome="profit" />
        <OutcomeChip outcome="loss" />
        <OutcomeChip outcome="break-even" />
        <Seal number="48,213" onOpen={() => undefined} />
      </div>
    </Specimen>
    <Scales />
    <Ladders />
  </Family>
);
