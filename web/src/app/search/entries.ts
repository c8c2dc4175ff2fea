import { canUseFeature, type Feature } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { formatDate, formatTime, lowercaseFirst } from '@quantalgo/contracts/core/format';
import { lessonPath, PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import { dayStart, type Zone } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS, formatPair } from '@quantalgo/contracts/market/pairs';
import { formatResult } from '@quantalgo/contracts/signals/stateText';
import type { Learning } from '@quantalgo/contracts/vault/learning';
import type { Course } from '@quantalgo/contracts/vault/course';
import { ACTIONS, HELP, SETTINGS } from '../../content/searchIndex';
import { SUPPORT_FAQ } from '../../content/support';
import { chooseTheme, type Theme, THEMES } from '../../data/core/theme';
import { getFirstEntryTime, type SignalDigest } from '../../data/signals/useDigests';
import type { SearchEntry } from '../../data/search/entry';
import { INNER_TABLE, SCREEN_TABLE, STAFF_TABLE } from '../screenTable';
import { type Match, matchQuery } from './match';

export interface RankedEntry extends SearchEntry, Match {}

export interface SearchSources {
  readonly member: User;
  readonly digests: readonly SignalDigest[];
  readonly courses: readonly Course[];
  readonly learning: Learning;
  readonly zone: Zone;
  /** Epoch ms. */
  readonly now: number;
}

interface Place {
  readonly path: string;
  readonly title: string;
  readonly feature: Feature;
}

const listScreens = ({ member }: SearchSources): SearchEntry[] => {
  const inner: readonly Place[] = INNER_TABLE.filter(({ path }) => !path.includes(':'));
  const places: readonly Place[] = [
    ...SCREEN_TABLE.map(({ path, label, feature }) => ({ path, title: label, feature })),
    ...inner,
  ];
  const pairs = DEFAULT_PAIRS.map((pair) => ({
    path: `${PATHS.performance}?pair=${pair}`,
    title: `Performance Matrix, ${formatPair(pair)} only`,
    feature: 'performance-matrix' as const,
  }));
  const staff = member.staff ? STAFF_TABLE : [];
  return [
    ...[...places, ...pairs].map(({ path, title, feature }) => ({
      id: path,
      group: 'Screens',
      icon: 'screen' as const,
      title,
      to: path,
      isLocked: !canUseFeature(feature, member),
    })),
    ...staff.map(({ path, title }) => ({
      id: path,
      group: 'Screens',
      icon: 'screen' as const,
      title,
      detail: 'Staff console',
      to: path,
    })),
  ];
};

function describeDigest({ direction, ending, entered }: SignalDigest): string {
  if (entered === false) return `${direction}, no-go`;
  return ending ? `${direction}, ${lowercaseFirst(formatResult(ending))}` : `${direction}, running`;
}

function toSignalEntry(digest: SignalDigest, { zone, now }: SearchSources): SearchEntry {
  const entryAt = getFirstEntryTime(digest);
  const day =
    entryAt >= dayStart(now, zone) ? '' : `${formatDate(entryAt, zone).replace(/ \d{4}$/, '')} `;
  return {
    id: digest.id,
    group: 'Signals',
    icon: 'signal',
    title: `${formatPair(digest.pair)}, ${day}${formatTime(entryAt, zone)}`,
    detail: describeDigest(digest),
    keywords: digest.pair,
    to: signalPath(digest.id),
  };
}

const listLessons = ({ courses }: SearchSources): SearchEntry[] =>
  courses.flatMap(({ title: course, lessons }) =>
    lessons.map(({ id, title, minutes }) => ({
      id: `lesson ${id}`,
      group: 'Lessons',
      icon: 'lesson' as const,
      title,
      detail: `${course}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
      to: lessonPath(id),
    })),
  );

const listSettings = (): SearchEntry[] =>
  SETTINGS.map((place) => ({
    ...place,
    id: place.title,
    group: 'Settings',
    icon: 'setting' as const,
  }));

const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'Use the system theme',
  dark: 'Use the dark theme',
  light: 'Use the light theme',
};

const THEME_CONFIRMATIONS: Readonly<Record<Theme, string>> = {
  system: 'The app now uses the system theme',
  dark: 'The app now uses the dark theme',
  light: 'The app now uses the light theme',
};

const listActions = ({ member }: SearchSources): SearchEntry[] => [
  ...ACTIONS.map(({ isLockedFor, ...place }) => ({
    ...place,
    id: place.title,
    group: 'Do',
    icon: 'action' as const,
    isLocked: isLockedFor === 'guest' && !canUseFeature('copy-trading', member),
  })),
  ...THEMES.map((theme) => ({
    id: `theme ${theme}`,
    group: 'Do',
    icon: 'action' as const,
    title: THEME_LABELS[theme],
    detail: 'On this device',
    keywords: 'appearance colour mode',
    run: () => {
      chooseTheme(theme);
      return THEME_CONFIRMATIONS[theme];
    },
  })),
];

const listHelp = (): SearchEntry[] => [
  ...HELP.map((place) => ({ ...place, id: place.title, group: 'Help', icon: 'help' as const })),
  ...SUPPORT_FAQ.map(({ question, answer }) => ({
    id: question,
    group: 'Help',
    icon: 'help' as const,
    title: question,
    keywords: answer,
    to: PATHS.support,
  })),
];

const GROUP_LIMITS: Readonly<Record<string, number>> = { Signals: 5, Screens: 6, Lessons: 4 };

const DEFAULT_GROUP_LIMIT = 4;

function rank(query: string, entries: readonly SearchEntry[], limit: number): RankedEntry[] {
  const matches = entries.flatMap((entry) => {
    const match = matchQuery(query, entry);
    return match ? [{ entry, match }] : [];
  });
  return matches
    .sort((a, b) => b.match.score - a.match.score)
    .slice(0, limit)
    .map(({ entry, match }) => ({ ...entry, ...match }));
}

/** Newest first. Stops once there are enough, because a device may store thousands. */
function findSignals(query: string, sources: SearchSources): RankedEntry[] {
  const limit = GROUP_LIMITS['Signals'] ?? DEFAULT_GROUP_LIMIT;
  const results: RankedEntry[] = [];
  for (const digest of sources.digests) {
    const entry = toSignalEntry(digest, sources);
    const match = matchQuery(query, entry);
    if (match && match.score > 1) results.push({ ...entry, ...match });
    if (results.length === limit) break;
  }
  return results;
}

const getBestScore = (entries: readonly RankedEntry[]): number => entries[0]?.score ?? 0;

/** Searches everything on this device. The group with the best match comes first. */
export function findEntries(query: string, sources: SearchSources): readonly RankedEntry[] {
  const lists = [
    listScreens(sources),
    listLessons(sources),
    listSettings(),
    listActions(sources),
    listHelp(),
  ];
  const ranked = lists.map((list) =>
    rank(query, list, GROUP_LIMITS[list[0]?.group ?? ''] ?? DEFAULT_GROUP_LIMIT),
  );
  const groups = [findSignals(query, sources), ...ranked];
  return groups.sort((a, b) => getBestScore(b) - getBestScore(a)).flat();
}

const START_PATHS: readonly string[] = [PATHS.signals, PATHS.journal, PATHS.settings];

function describeNextEntry({ digests, zone, now }: SearchSources): string | undefined {
  const [newest] = digests;
  if (!newest || getFirstEntryTime(newest) <= now) return undefined;
  return `Enter at ${formatTime(getFirstEntryTime(newest), zone)}, ${formatPair(newest.pair)}`;
}

function describeStart(path: string, sources: SearchSources): string | undefined {
  if (path === PATHS.signals) return describeNextEntry(sources);
  return path === PATHS.journal
    ? 'Signals you took and how they ended'
    : 'Profile, password, notifications';
}

function findNextLesson(sources: SearchSources): SearchEntry[] {
  const { lessons } = sources.learning;
  const lesson = listLessons(sources).find(({ to = '' }) => {
    const id = to.slice(lessonPath('').length);
    return (lessons[id]?.done ?? null) === null;
  });
  return lesson ? [{ ...lesson, title: `Next lesson: ${lesson.title}` }] : [];
}

/** Entries for an empty query. */
export function listStartEntries(
  sources: SearchSources,
  searches: readonly string[],
): readonly RankedEntry[] {
  const starts = listScreens(sources).filter(({ id }) => START_PATHS.includes(id));
  const entries: readonly SearchEntry[] = [
    ...[...starts, ...findNextLesson(sources)].map((entry) => ({
      ...entry,
      detail: entry.detail ?? describeStart(entry.id, sources) ?? '',
      group: 'Go to',
    })),
    ...searches.map((text) => ({
      id: `search ${text}`,
      group: 'Recent searches',
      icon: 'recent' as const,
      title: text,
      query: text,
    })),
    ...listHelp().slice(0, 2),
  ];
  return entries.map((entry) => ({ ...entry, score: 0, ranges: [] }));
}
