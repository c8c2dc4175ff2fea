import { PATHS } from '@quantalgo/contracts';
import { Gem, GraduationCap, RadioTower, Users, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';

interface Tile {
  readonly path: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

const TILES: readonly Tile[] = [
  {
    path: PATHS.platinumStream,
    icon: RadioTower,
    title: 'Platinum Stream',
    text: 'Live trading sessions',
  },
  {
    path: PATHS.essentialRoom,
    icon: Gem,
    title: 'Essential Room',
    text: 'Cards with targets, chat',
  },
  { path: PATHS.community, icon: Users, title: "Trader's Network", text: 'Feed and leaderboard' },
  {
    path: PATHS.mentorship,
    icon: GraduationCap,
    title: 'Mentorship Vault',
    text: 'Courses, sessions',
  },
];

/** Where else an essential account leads. */
export const FeatureTiles = () => (
  <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
    {TILES.map(({ path, icon: Icon, title, text }) => (
      <li key={path}>
        <Link
          to={path}
          className="flex h-full items-start gap-3 rounded-lg border border-line bg-raised p-4 transition-colors hover:border-edge"
        >
          <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
          <span className="text-sm font-semibold">
            {title}
            <span className="block font-normal text-muted">{text}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
