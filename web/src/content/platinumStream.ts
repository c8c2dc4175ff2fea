import type { Direction } from '@quantalgo/contracts';
import type { Drift } from './drift';

/** What the locked screen promises. */
export const PLATINUM_LOCKED = {
  description: 'Live sessions with the traders behind the strategies. Opens from $100 funded.',
  features: ['A session every trading day', 'Signals explained while they run', 'Your questions'],
} as const;

export const PLATINUM_SUBTITLE = 'Live Digital Options Trading Sessions';

/** Said in place of a picture. */
export const NO_STREAM = 'A sample session: nothing is on air. A broadcast plays here.';

export const SESSION_DURATION = '2h 34m';

/** Sample content: how many would be watching. */
export const SAMPLE_VIEWERS: Drift = {
  start: 312,
  by: [-4, 4],
  within: [260, 370],
  everyMs: 10_000,
};

interface PlatinumSignal {
  readonly id: string;
  readonly pair: string;
  readonly direction: Direction;
  /** Percent. */
  readonly confidence: number;
  readonly time: string;
  readonly status: 'active' | 'won';
}

/** Sample content: what a session's signals look like. */
export const SAMPLE_PLATINUM_SIGNALS: readonly PlatinumSignal[] = [
  {
    id: 'P-23',
    pair: 'EUR/USD',
    direction: 'CALL',
    confidence: 89,
    time: '2 min in',
    status: 'active',
  },
  {
    id: 'P-22',
    pair: 'GBP/JPY',
    direction: 'PUT',
    confidence: 84,
    time: '9 min ago',
    status: 'won',
  },
  {
    id: 'P-21',
    pair: 'XAU/USD',
    direction: 'CALL',
    confidence: 91,
    time: '21 min ago',
    status: 'won',
  },
  {
    id: 'P-20',
    pair: 'USD/JPY',
    direction: 'PUT',
    confidence: 82,
    time: '34 min ago',
    status: 'won',
  },
];

/** Sample content: today's performance as the specification words it, measured by nobody. */
export const SAMPLE_PLATINUM_FIGURES = [
  { label: 'Win rate', value: '87%' },
  { label: 'Signals', value: '23' },
  { label: 'Average confidence', value: '84%' },
  { label: 'Session profit', value: '+$2,847' },
] as const;

export const UPCOMING_SESSIONS = [
  { name: 'European Open', at: '08:00 GMT', length: '2 hours' },
  { name: 'NYC Session', at: '13:30 GMT', length: '3 hours' },
  { name: 'Asian Close', at: '21:00 GMT', length: '1.5 hours' },
] as const;
