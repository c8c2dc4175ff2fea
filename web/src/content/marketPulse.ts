import { after, chance, oneOf, wholeBetween } from './chance';

/** How often (ms) the simulated market moves on. */
export const PULSE_MS = 15_000;

const MOODS = ['Bullish', 'Bearish', 'Neutral', 'Volatile'] as const;
export type Mood = (typeof MOODS)[number];

/** How likely one step changes the mood, and the list of assets. */
const MOOD_CHANGES = 0.3;
const ASSETS_CHANGE = 0.2;

const DRAW = { mood: 1, nextMood: 2, assets: 3, nextAssets: 4, count: 5, accuracy: 6 } as const;

/** Sample content: what a list of volatile assets is drawn from. */
const ASSETS = [
  { name: 'BTC/USD', range: '3.2 %' },
  { name: 'XAU/USD', range: '1.9 %' },
  { name: 'GBP/JPY', range: '1.4 %' },
  { name: 'EUR/JPY', range: '1.1 %' },
  { name: 'GBP/USD', range: '0.9 %' },
  { name: 'AUD/USD', range: '0.8 %' },
  { name: 'USD/CAD', range: '0.7 %' },
] as const;
export type Asset = (typeof ASSETS)[number];
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

/** The simulated figures of the starter home. Accuracies in percent. */
export interface StarterFigures {
  readonly signals: number;
  readonly accuracies: readonly { readonly label: string; readonly value: number }[];
}

const ACCURACIES = [
  { label: 'Accuracy today', from: 79, to: 91 },
  { label: 'Accuracy this week', from: 81, to: 88 },
  { label: 'Accuracy this month', from: 82, to: 86 },
] as const;

/** Sample content: 12 to 16 signals and three accuracies, drawn anew at each step. */
export const starterFiguresAt = (seed: number, step: number): StarterFigures => ({
  signals: wholeBetween(12, 16, chance(seed, step, DRAW.count)),
  accuracies: ACCURACIES.map(({ label, from, to }, index) => ({
    label,
    value: wholeBetween(from, to, chance(seed, step, DRAW.accuracy + index)),
  })),
});
