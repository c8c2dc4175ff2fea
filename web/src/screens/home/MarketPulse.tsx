import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Mood, MOODS } from '@quantalgo/contracts/market/market';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { after, chance, oneOf, wholeBetween } from '../../content/chance';
import { useNow } from '../../data/core/clock';
import type { SampleSteps } from '../../data/core/sampleSteps';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';
import { MotionToggle, SampleCalls } from '../../ui/SampleCalls';

/** Sample content: the made-up signals on the home of guests. Confidence in percent. */
export const GUEST_CALLS = {
  pairs: ['EUR/USD', 'GBP/USD', 'USD/JPY'],
  confidence: [76, 94],
} as const;

/** Note beside made-up signals. */
const CALLS_NOTE = 'Made-up examples: every window is over, and there is nothing to enter.';

export const UPGRADE_BANNER = {
  title: 'Want the real ones?',
  text: `A funded broker account opens the Signal Room. From $${TIER_DEPOSITS.starter}; it stays your money.`,
} as const;

/** Interval (ms) of the steps of the simulated market. */
export const PULSE_MS = 15_000;

/** Probability that a step changes the mood, and the list of assets. */
const MOOD_CHANGES = 0.3;

const ASSETS_CHANGE = 0.2;

const DRAW = { mood: 1, nextMood: 2, assets: 3, nextAssets: 4 } as const;

/** Sample content: the pool of volatile assets. */
const ASSETS = [
  { name: 'BTC/USD', range: '3.2 %' },
  { name: 'XAU/USD', range: '1.9 %' },
  { name: 'GBP/JPY', range: '1.4 %' },
  { name: 'EUR/JPY', range: '1.1 %' },
  { name: 'GBP/USD', range: '0.9 %' },
  { name: 'AUD/USD', range: '0.8 %' },
  { name: 'USD/CAD', range: '0.7 %' },
] as const;

type Asset = (typeof ASSETS)[number];

const ASSETS_SHOWN = 4;

/** The mood after `step` steps: each changes it with a probability of 30 %. */
export function moodAt(seed: number, step: number): Mood {
  const first = oneOf(MOODS, chance(seed, 0, DRAW.mood));
  return after(step, first, (mood, at) => {
    if (chance(seed, at, DRAW.mood) >= MOOD_CHANGES) return mood;
    const others = MOODS.filter((other) => other !== mood);
    return others[wholeBetween(0, others.length - 1, chance(seed, at, DRAW.nextMood))] ?? mood;
  });
}

/** The volatile assets after `step` steps, most volatile first: each step changes the list with a probability of 20 %. */
export function volatileAssetsAt(seed: number, step: number): Asset[] {
  const turn = after(step, 0, (before, at) =>
    chance(seed, at, DRAW.assets) < ASSETS_CHANGE
      ? before + wholeBetween(1, ASSETS.length - 1, chance(seed, at, DRAW.nextAssets))
      : before,
  );
  return ASSETS.filter((_, index) => (index + turn) % ASSETS.length < ASSETS_SHOWN);
}

/** A made-up past signal: an example of the form, nothing to act on. */
interface SampleCall {
  readonly pair: string;
  readonly direction: Direction;
  /** Percent. */
  readonly confidence: number;
  /** Its window (epoch ms), always in the past. */
  readonly from: number;
  readonly to: number;
}

interface CallSheet {
  readonly pairs: readonly string[];
  /** The lowest and the highest confidence, in percent. */
  readonly confidence: readonly [number, number];
}

/**
 * Sample content: one made-up signal of each pair, alternating CALL and PUT, newest first; the newest one's window has
 * just ended.
 * @param now epoch ms.
 */
export function sampleCalls(
  { pairs, confidence: [low, high] }: CallSheet,
  { seed, step, now }: { seed: number; step: number; now: number },
): SampleCall[] {
  return pairs.map((pair, index) => {
    const to = slotStart(now) - index * SLOT_MS;
    return {
      pair,
      direction: index % 2 === 0 ? 'CALL' : 'PUT',
      confidence: wholeBetween(low, high, chance(seed, step, index)),
      from: to - SLOT_MS,
      to,
    };
  });
}

/** A simulated market: its mood, and its most volatile assets. */
export function MarketPulse({ seed, step }: { seed: number; step: number }) {
  return (
    <Panel title="Market mood" aside={<SampleTag />}>
      <p className="border-t border-line-soft px-4 py-3 text-lg font-semibold tracking-tight">
        {moodAt(seed, step)}
      </p>
      <h3 className="border-t border-line-soft px-4 pt-3 text-sm">High-volatility assets</h3>
      <dl className="grid gap-2 px-4 pt-2 pb-4 text-sm tabular-nums">
        {volatileAssetsAt(seed, step).map(({ name, range }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd>
              <span>{range}</span> <span className="text-faint">a day</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Made-up signals that advance by themselves until the member pauses them. */
export function CallsPanel({
  sheet,
  steps: { seed, step, running, toggle },
}: {
  sheet: Parameters<typeof sampleCalls>[0];
  steps: SampleSteps;
}) {
  const now = useNow(MINUTE_MS);
  return (
    <Panel title="Sample signals" aside={<SampleTag />}>
      <SampleCalls calls={sampleCalls(sheet, { seed, step, now })} />
      <PulseFoot running={running} onToggle={toggle}>
        {CALLS_NOTE}
      </PulseFoot>
    </Panel>
  );
}

/** Below made-up content that moves by itself: a note, and the button that pauses it. */
const PulseFoot = ({
  running,
  onToggle,
  children,
}: {
  running: boolean;
  onToggle: () => void;
  children: string;
}) => (
  <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line-soft bg-sunk px-4 py-2">
    <p className="min-w-0 flex-1 basis-56 text-xs text-muted">{children}</p>
    <MotionToggle running={running} onToggle={onToggle} />
  </footer>
);
