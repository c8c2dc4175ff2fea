import { canUseFeature } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { formatCount } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import {
  ExternalLink as ExternalLinkIcon,
  Gem,
  GraduationCap,
  type LucideIcon,
  RadioTower,
  Send,
  Users,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { BRAND } from '../../core/brand';
import { useLiveFigures } from '../../data/network/liveFigures';
import { ExternalLink } from '../../ui/Links';

const ROOMS = [
  {
    path: PATHS.platinumStream,
    feature: 'platinum-stream',
    icon: RadioTower,
    title: 'Platinum Stream',
    text: 'Live trading sessions',
  },
  {
    path: PATHS.essentialRoom,
    feature: 'essential-room',
    icon: Gem,
    title: 'Essential Room',
    text: 'Chat and leaderboard',
  },
  {
    path: PATHS.community,
    feature: 'traders-network',
    icon: Users,
    title: 'Trader’s Network',
    text: 'Feed and leaderboard',
  },
  {
    path: PATHS.mentorship,
    feature: 'mentorship-vault',
    icon: GraduationCap,
    title: 'Mentorship Vault',
    text: 'Courses and sessions',
  },
] as const;

type RoomFeature = (typeof ROOMS)[number]['feature'];

/** Fewer posts would make the room look empty. */
const MIN_POSTS = 3;

/** Current activity by room. Rooms with little activity are left out. */
function useNews(uid: string): Partial<Record<RoomFeature, string>> {
  const posts = useLiveFigures(uid)?.figures.posts ?? 0;
  return posts < MIN_POSTS ? {} : { 'traders-network': `${formatCount(posts)} posts today` };
}

/** Rooms that the member may open. Essential members also see the community's chat. */
export function Rooms({ member }: { member: User }) {
  const news = useNews(member.id);
  const rooms = ROOMS.filter(({ feature }) => canUseFeature(feature, member));
  return (
    <section aria-labelledby="rooms" className="grid gap-3">
      <h2 id="rooms" className="text-base">
        Your rooms
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2 lg:grid-cols-2 lg:gap-4 xl:grid-cols-4">
        {rooms.map(({ path, feature, icon, title, text }) => (
          <li key={path}>
            <RoomTile path={path} icon={icon} title={title} text={news[feature] ?? text} />
          </li>
        ))}
      </ul>
      {canUseFeature('essential-room', member) && <TradingChat />}
    </section>
  );
}

const RoomTile = ({
  path,
  icon: Icon,
  title,
  text,
}: {
  path: string;
  icon: LucideIcon;
  title: string;
  text: string;
}) => (
  <Link
    to={path}
    className="grid h-full content-start gap-2 rounded-lg border border-line bg-raised p-4 transition-colors hover:border-edge"
  >
    <Icon size={20} aria-hidden className="text-muted" />
    <span className="text-sm font-semibold">
      <span>{title}</span>
      <span className="block font-normal text-muted tabular-nums">{text}</span>
    </span>
  </Link>
);

const TradingChat = () => (
  <ExternalLink
    href={BRAND.telegram.community}
    className="flex min-h-14 items-center gap-3.5 rounded-lg border border-line bg-raised px-4 py-2 transition-colors hover:border-edge"
  >
    <Send size={20} aria-hidden className="shrink-0 text-muted" />
    <span className="flex-1 text-sm font-semibold">
      Join the trading chat
      <span className="block font-normal text-muted">On Telegram, outside this app</span>
    </span>
    <ExternalLinkIcon size={18} aria-hidden className="shrink-0 text-muted" />
  </ExternalLink>
);
