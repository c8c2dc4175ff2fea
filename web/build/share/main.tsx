import { formatTime } from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { computeBreakEven, COIN, listMartingaleLevels } from '@quantalgo/contracts/signals/ladder';
import { createRoot } from 'react-dom/client';
import { BRAND } from '../../src/core/brand';
import { HERO } from '../../src/content/hero';
import { SAMPLE_ODDS, SAMPLE_SLOT } from '../../src/content/samples';
import { BrandMark } from '../../src/ui/BrandMark';
import { SampleTag } from '../../src/ui/Chip';
import { CadenceBar } from '../../src/ui/instruments/CadenceBar';
import { DirectionMark } from '../../src/ui/instruments/DirectionMark';
import { ProbabilityScale } from '../../src/ui/instruments/ProbabilityScale';
import { Ring } from '../../src/ui/instruments/Ring';
import { StakeLadder } from '../../src/ui/instruments/StakeLadder';
import './share.css';

const LEVELS = listMartingaleLevels(SAMPLE_SLOT);

const Card = () => (
  <div className="w-96 rounded-lg border border-line bg-raised">
    <div className="flex items-start justify-between p-6 pb-5">
      <div className="grid justify-items-start gap-3">
        <SampleTag />
        <span className="text-2xl font-semibold tracking-tight">EUR/USD</span>
        <DirectionMark direction="CALL" size="title" />
      </div>
      <Ring share={0.49} tone="accent" size={112}>
        <span className="text-xl font-semibold tabular-nums">2:28</span>
        <span className="text-xs text-muted">to enter</span>
      </Ring>
    </div>
    <div className="border-t border-line-soft px-6 py-4">
      <ProbabilityScale
        label="First entry wins"
        probability={SAMPLE_ODDS}
        coin={COIN.firstEntry}
        breakEvenRate={computeBreakEven().firstEntry}
      />
    </div>
    <div className="border-t border-line-soft px-6 pt-4 pb-5">
      <StakeLadder
        rungs={LEVELS.map(({ level, stake, entryTime }) => ({
          level,
          stake,
          time: formatTime(entryTime, WAT),
          state: level === 0 ? 'now' : 'ahead',
        }))}
      />
    </div>
  </div>
);

/** 1200 × 630 px. */
const SharePicture = () => (
  <div className="flex h-[630px] w-[1200px] flex-col overflow-hidden bg-ink">
    <CadenceBar elapsed={0.51 * SLOT_MS} />
    <div className="flex flex-1 items-center justify-between px-20">
      <div className="w-[37rem]">
        <p className="flex items-center gap-4 text-xl font-semibold tracking-tight">
          <BrandMark size={40} />
          {BRAND.name}
        </p>
        <h1 className="mt-10 text-[3.25rem] leading-tight tracking-[-0.035em]">
          {HERO.title.map((line) => (
            <span key={line} className="block whitespace-nowrap">
              {line}
            </span>
          ))}
        </h1>
        <p className="mt-8 text-lg text-muted">{HERO.risk}</p>
      </div>
      <Card />
    </div>
  </div>
);

const root = document.getElementById('root');

if (!root) throw new Error('The document has no place for the picture');

createRoot(root).render(<SharePicture />);
