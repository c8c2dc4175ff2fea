import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Mood, MOODS } from '@quantalgo/contracts/market/market';
import { iterate, chance, pickOne, scaleToInteger } from '../../content/chance';
import { useNow } from '../../data/core/clock';
import type { SampleSteps } from '../../data/core/sampleSteps';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';
import { MotionToggle, type SampleSignal, SampleSignals } from '../../ui/SampleSignals';

/** Sample content. Confidence in percent. */
export const GUEST_SIGNALS = {
  pairs: ['EUR/USD', 'GBP/USD', 'USD/JPY'],
  confidence: [76, 94],
} as const;

const SAMPLE_NOTE = 'These signals are made up, and their entry windows have closed.';

export const UPGRADE_BANNER = {
  title: 'Want the real ones?',
  text: `From $${TIER_DEPOSITS.starter} with the broker. The money stays yours. Most traders lose money.`,
} as const;

export const PULSE_INTERVAL_MS = 15_000;

const MOOD_CHANGE_PROBABILITY = 0.3;

const ASSETS_CHANGE_PROBABILITY = 0.2;

/** `confidence` is that of the first call, which the others follow. */
const DRAW_INDEX = { mood: 1, nextMood: 2, assets: 3, nextAssets: 4, confidence: 5 } as const;

const ASSETS = [
  { name: 'BTC/USD', range: '3.2%' },
  { name: 'XAU/USD', range: '1.9%' },
  { name: 'GBP/JPY', range: '1.4%' },
  { name: 'EUR/JPY', range: '1.1%' },
  { name: 'GBP/USD', range: '0.9%' },
  { name: 'AUD/USD', range: '0.8%' },
  { name: 'USD/CAD', range: '0.7%' },
] as const;

type Asset = (typeof ASSETS)[number];

const MAX_ASSETS = 4;

export function getSampleMood(seed: number, step: number): Mood {
  const firstMood = pickOne(MOODS, chance(seed, 0, DRAW_INDEX.mood));
  return iterate(step, firstMood, (mood, at) => {
    if (chance(seed, at, DRAW_INDEX.mood) >= MOOD_CHANGE_PROBABILITY) return mood;
    const otherMoods = MOODS.filter((candidate) => candidate !== mood);
    const draw = chance(seed, at, DRAW_INDEX.nextMood);
    return otherMoods[scaleToInteger(0, otherMoods.length - 1, draw)] ?? mood;
  });
}

/** Most volatile first. */
export function getVolatileAssets(seed: number, step: number): Asset[] {
  const rotation = iterate(step, 0, (previous, at) =>
    chance(seed, at, DRAW_INDEX.assets) < ASSETS_CHANGE_PROBABILITY
      ? previous + scaleToInteger(1, ASSETS.length - 1, chance(seed, at, DRAW_INDEX.nextAssets))
      : previous,
  );
  return ASSETS.filter((_, index) => (index + rotation) % ASSETS.length < MAX_ASSETS);
}

interface SampleOptions {
  readonly pairs: readonly string[];
  /** Lowest and highest, in percent. */
  readonly confidence: readonly [number, number];
}

/** One made-up signal per pair, newest first. The newest has just ended. */
export function createSampleSignals(
  { pairs, confidence: [low, high] }: SampleOptions,
  { seed, step, now }: { seed: number; step: number; now: number },
): SampleSignal[] {
  return pairs.map((pair, index) => {
    const to = slotStart(now) - index * SLOT_MS;
    return {
      pair,
      direction: index % 2 === 0 ? 'CALL' : 'PUT',
      confidence: scaleToInteger(low, high, chance(seed, step, DRAW_INDEX.confidence + index)),
      from: to - SLOT_MS,
      to,
    };
  });
}

export function SamplePanel({
  steps: { seed, step, running, toggle },
  className,
}: {
  steps: SampleSteps;
  className: string;
}) {
  const now = useNow(MINUTE_MS);
  return (
    <Panel title="What members see" aside={<SampleTag />} className={className}>
      <SampleSignals signals={createSampleSignals(GUEST_SIGNALS, { seed, step, now })} />
      <div className="flex flex-wrap gap-x-5 gap-y-2 border-t border-line-soft px-4 py-2.5 text-sm">
        <p className="grid content-start">
          <span className="text-muted">Market mood</span>
          <span className="font-semibold">{getSampleMood(seed, step)}</span>
        </p>
        <div className="min-w-0 flex-1 basis-50">
          <h3 className="text-sm font-normal text-muted">High-volatility assets</h3>
          <ul className="flex flex-wrap gap-x-3 gap-y-1 pt-1 text-xs tabular-nums">
            {getVolatileAssets(seed, step).map(({ name, range }) => (
              <li key={name} translate="no">
                {`${name} ${range}`}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line-soft bg-sunk px-4 py-1.5">
        <p className="min-w-0 flex-1 basis-40 text-xs text-muted">{SAMPLE_NOTE}</p>
        <MotionToggle running={running} onToggle={toggle} />
      </footer>
    </Panel>
  );
}
