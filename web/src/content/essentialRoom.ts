import type { Drift } from './drift';

/** What the locked screen promises. */
export const ESSENTIAL_LOCKED = {
  description: 'A room of its own for essential members: calls with targets, and a chat.',
  features: [
    'Entry, two targets and a stop on every card',
    'Chat with elite traders',
    'Leaderboard',
  ],
} as const;

/** Sample content: how many would be in the room. */
export const SAMPLE_ONLINE: Drift = { start: 89, by: [-3, 2], within: [12, 140], everyMs: 10_000 };

export interface EssentialSignal {
  readonly pair: string;
  readonly direction: 'BUY' | 'SELL';
  readonly entry: string;
  readonly tp1: string;
  readonly tp2: string;
  readonly sl: string;
  /** Percent. */
  readonly confidence: number;
}

/** Sample content: what a card of the room looks like. Prices of no market. */
export const SAMPLE_ESSENTIAL_SIGNALS: readonly EssentialSignal[] = [
  {
    pair: 'EUR/USD',
    direction: 'BUY',
    entry: '1.0850',
    tp1: '1.0875',
    tp2: '1.0900',
    sl: '1.0825',
    confidence: 92,
  },
  {
    pair: 'GBP/USD',
    direction: 'SELL',
    entry: '1.2650',
    tp1: '1.2620',
    tp2: '1.2590',
    sl: '1.2680',
    confidence: 88,
  },
  {
    pair: 'XAU/USD',
    direction: 'BUY',
    entry: '2,650.00',
    tp1: '2,662.00',
    tp2: '2,675.00',
    sl: '2,638.00',
    confidence: 90,
  },
];

export interface ChatMessage {
  readonly id: string;
  readonly user: string;
  readonly message: string;
  readonly time: string;
  readonly verified: boolean;
}

/** Sample content: the chat before one says something, newest first. */
export const SAMPLE_CHAT: readonly ChatMessage[] = [
  {
    id: 'sample-3',
    user: 'Amara K.',
    message: 'Half out at the first target, stop to entry. Now it can run.',
    time: '14:02',
    verified: true,
  },
  {
    id: 'sample-2',
    user: 'Luis R.',
    message: 'Passing on the pound today, news in an hour.',
    time: '13:57',
    verified: false,
  },
  {
    id: 'sample-1',
    user: 'Chidi A.',
    message: 'Good morning all. Quiet open, small sizes.',
    time: '13:41',
    verified: true,
  },
];

/** As long as a message may be. */
export const MESSAGE_LIMIT = 280;

/** Said beside the chat. */
export const CHAT_NOTE = 'A sample chat: what you write stays on this screen and reaches nobody.';

/** Sample content: the room's best. Win rates in percent. */
export const SAMPLE_ESSENTIAL_LEADERS = [
  { name: 'Chidi A.', status: 'online', profit: '+$8,420', trades: 156, winRate: 91 },
  { name: 'Amara K.', status: 'online', profit: '+$7,130', trades: 142, winRate: 89 },
  { name: 'Grace W.', status: 'away', profit: '+$5,980', trades: 131, winRate: 87 },
  { name: 'Thandi N.', status: 'online', profit: '+$4,610', trades: 118, winRate: 85 },
] as const;

export const ESSENTIAL_BENEFITS = [
  'High-accuracy signals 80%+ win rate',
  'Direct access to elite traders',
  'Priority support',
  'Advanced market analysis',
  'Live trading sessions access',
] as const;

/** Stands under the benefits. */
export const BENEFITS_NOTE =
  'The win rate is a marketing claim. What our signals really did is computed in the record.';

/** Sample content: the room in figures, as the specification words them. */
export const SAMPLE_ESSENTIAL_FIGURES = [
  { label: 'Members', value: '247' },
  { label: 'Signals today', value: '12' },
  { label: 'Average win rate', value: '84%' },
  { label: 'Messages', value: '1,847' },
] as const;
