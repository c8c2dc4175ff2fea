/** What the locked screen promises. */
export const COMMUNITY_LOCKED = {
  description: 'What other members trade, ask and learn, and the ways into our chats.',
  features: ['Talk with members of your tier', 'The week’s leaderboard', 'Bots in Telegram'],
} as const;

export interface Post {
  readonly author: string;
  readonly tier: 'Starter' | 'Essential';
  readonly ago: string;
  readonly text: string;
  readonly likes: number;
  readonly replies: number;
}

/** Sample content: the feed, newest first. */
export const SAMPLE_POSTS: readonly Post[] = [
  {
    author: 'Amara K.',
    tier: 'Essential',
    ago: '4 min ago',
    text: 'Stopped after level 1 today as planned. Small loss, calm evening. Worth more than the win yesterday.',
    likes: 42,
    replies: 9,
  },
  {
    author: 'Kofi M.',
    tier: 'Starter',
    ago: '18 min ago',
    text: 'How do you deal with the entry minute on a slow line? I set the order one minute early and check the worst price.',
    likes: 17,
    replies: 12,
  },
  {
    author: 'Zanele D.',
    tier: 'Essential',
    ago: '1 h ago',
    text: 'London open was quiet. Two signals, one broken even. Nothing to force.',
    likes: 31,
    replies: 5,
  },
  {
    author: 'Luis R.',
    tier: 'Starter',
    ago: '3 h ago',
    text: 'Checked the seal of last night’s loss myself. It is really in there. That is why I stay.',
    likes: 58,
    replies: 14,
  },
];

/** Sample content: the community in figures. */
export const SAMPLE_COMMUNITY_FIGURES = [
  { label: 'Members', value: '15,000+', note: 'marketing claim' },
  { label: 'Online now', value: '1,247' },
  { label: 'Posts today', value: '386' },
  { label: 'Countries', value: '9' },
] as const;

/** Sample content: the week's best. Win rates in percent. */
export const SAMPLE_COMMUNITY_LEADERS = [
  { name: 'Chidi A.', profit: '+$3,240', trades: 118, winRate: 89 },
  { name: 'Amara K.', profit: '+$2,815', trades: 104, winRate: 87 },
  { name: 'Grace W.', profit: '+$2,390', trades: 97, winRate: 86 },
  { name: 'Kofi M.', profit: '+$1,905', trades: 88, winRate: 84 },
  { name: 'Sam O.', profit: '+$1,640', trades: 81, winRate: 83 },
] as const;
