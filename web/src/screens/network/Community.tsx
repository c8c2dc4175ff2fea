import { PATHS } from '@quantalgo/contracts/core/paths';
import { getInitial } from '@quantalgo/contracts/core/visibleText';
import { Bot, Heart, MessageSquare, Send, Users } from 'lucide-react';
import { BRAND } from '../../core/brand';
import { useMember } from '../../data/auth/currentSession';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ExternalLinkButton } from '../../ui/Links';
import { lazyComponent } from '../../ui/lazyComponent';
import { LockedScreen } from '../../ui/LockedScreen';
import { Ranking } from '../../ui/Ranking';
import { ScreenHead } from '../../ui/Heading';
import { Feed } from './Feed';

/** Lazy, because it includes the code that plays and checks configurations. */
const Leaderboard = lazyComponent(
  async () => (await import('../leaderboard/Leaderboard')).Leaderboard,
  <Card as="div" aria-hidden className="h-96" />,
);

const { bot, community } = BRAND.telegram;

const COMMUNITY_LOCKED = {
  description: 'What other members trade, ask and learn, and how to join our chats.',
  features: [
    'Talk with other members',
    'A leaderboard of paper bots, based on every settlement',
    bot === null ? 'Our channel on Telegram' : 'Bots on Telegram',
  ],
} as const;

interface Post {
  readonly author: string;
  readonly tier: 'Starter' | 'Essential';
  readonly ago: string;
  readonly text: string;
  readonly likes: number;
  readonly replies: number;
}

const SAMPLE_POSTS: readonly Post[] = [
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
    text: 'London open was quiet. Two signals, one break-even. Nothing to force.',
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

const SAMPLE_COMMUNITY_FIGURES = [
  { label: 'Members', value: '15,000+', note: 'marketing claim' },
  { label: 'Online now', value: '1,247' },
  { label: 'Posts today', value: '386' },
  { label: 'Countries', value: '9' },
] as const;

/** Win rates in percent. */
const SAMPLE_COMMUNITY_LEADERS = [
  { name: 'Chidi A.', profit: '+$3,240', trades: 118, winRate: 89 },
  { name: 'Amara K.', profit: '+$2,815', trades: 104, winRate: 87 },
  { name: 'Grace W.', profit: '+$2,390', trades: 97, winRate: 86 },
  { name: 'Kofi M.', profit: '+$1,905', trades: 88, winRate: 84 },
  { name: 'Sam O.', profit: '+$1,640', trades: 81, winRate: 83 },
] as const;

const TITLE = 'Trader’s Network';

const Community = ({ open }: { open: boolean }) =>
  open ? (
    <OpenCommunity />
  ) : (
    <LockedScreen title={TITLE} icon={Users} {...COMMUNITY_LOCKED} preview={<SampleNetwork />} />
  );

function OpenCommunity() {
  const member = useMember();
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE}>Elite community. What members trade, ask and learn.</ScreenHead>
      <SideBySide
        side={member ? <Leaderboard title="Leaderboard" below={<BotLinks />} /> : <BotLinks />}
        wide
      >
        {member && <Feed uid={member.id} />}
      </SideBySide>
    </div>
  );
}

const SampleSide = () => (
  <>
    <Panel title="Leaderboard this week" aside={<SampleTag />}>
      <Ranking caption="Leaderboard this week" traders={SAMPLE_COMMUNITY_LEADERS} />
    </Panel>
    <BotLinks />
  </>
);

const SampleNetwork = () => (
  <SideBySide side={<SampleSide />} wide>
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_COMMUNITY_FIGURES} />
    </Card>
    <Panel title="Feed" aside={<SampleTag />}>
      <ul>
        {SAMPLE_POSTS.map((post) => (
          <PostItem key={post.text} post={post} />
        ))}
      </ul>
    </Panel>
  </SideBySide>
);

const PostItem = ({ post: { author, tier, ago, text, likes, replies } }: { post: Post }) => (
  <li className="grid gap-2 border-t border-line-soft px-4 py-4">
    <p className="flex items-center gap-2.5 text-sm">
      <span
        aria-hidden
        className="grid size-8 place-content-center rounded-md bg-line text-xs font-semibold"
      >
        {getInitial(author)}
      </span>
      <span className="font-semibold">{author}</span>
      <Chip>{tier}</Chip>
      <span className="ml-auto text-xs text-muted">{ago}</span>
    </p>
    <p className="max-w-prose text-sm text-pretty">{text}</p>
    <p className="flex gap-4 text-xs text-muted tabular-nums">
      <span className="flex items-center gap-1.5">
        <Heart size={14} aria-hidden />
        <span>{likes}</span> <span className="sr-only">likes</span>
      </span>
      <span className="flex items-center gap-1.5">
        <MessageSquare size={14} aria-hidden />
        <span>{replies}</span> <span className="sr-only">replies</span>
      </span>
    </p>
  </li>
);

const BotLinks = () => (
  <Panel title="On Telegram" aside={<DemonstrationTag />}>
    <div className="grid gap-2.5 border-t border-line-soft p-4">
      {bot !== null && (
        <ExternalLinkButton href={bot}>
          <Bot size={18} aria-hidden />
          <span>Signal bot</span>
        </ExternalLinkButton>
      )}
      <ExternalLinkButton href={community}>
        <Send size={18} aria-hidden />
        <span>Community channel</span>
      </ExternalLinkButton>
      <p className="text-xs text-muted">
        All our handles are listed under{' '}
        <a
          href={PATHS.contacts}
          className="font-semibold text-text underline decoration-line underline-offset-4"
        >
          Official contacts
        </a>
        . We never ask for money or a password in a chat.
      </p>
    </div>
  </Panel>
);

export default Community;
