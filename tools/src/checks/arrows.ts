interface Border {
  /** A folder or file. A source folder's tests don't count as inside. */
  readonly inside: string;
  readonly outside: readonly string[];
}

const JOBS = [
  'functions/src/jobs.ts',
  'functions/src/emailJobs.ts',
  'functions/src/telegramJobs.ts',
];

export const BORDERS: readonly Border[] = [
  { inside: 'contracts/src', outside: ['functions', 'web', 'tools', 'rules'] },
  { inside: 'functions', outside: ['web', 'tools', 'rules'] },
  {
    inside: 'functions/src/domain',
    outside: ['functions/src/http', ...JOBS, 'functions/src/platform'],
  },
  { inside: 'functions/src/platform', outside: ['functions/src/http', ...JOBS] },
  { inside: 'functions/src/http', outside: JOBS },
  ...JOBS.map((inside) => ({ inside, outside: ['functions/src/http'] })),
  { inside: 'web/src', outside: ['functions', 'tools', 'rules'] },
  {
    inside: 'web/src/data',
    outside: ['web/src/app', 'web/src/screens', 'web/src/ui', 'web/src/content'],
  },
  {
    inside: 'web/src/ui',
    outside: ['web/src/app', 'web/src/screens', 'web/src/data', 'web/src/content'],
  },
  ...['web/src/core/brand.ts', 'web/src/core/problem.ts', 'web/src/core/zone.ts'].map((inside) => ({
    inside,
    outside: ['web/src/app', 'web/src/screens', 'web/src/data', 'web/src/content', 'web/src/ui'],
  })),
  { inside: 'web/src/content', outside: ['web/src/app', 'web/src/screens', 'web/src/data'] },
  { inside: 'web/src/screens', outside: ['web/src/app'] },
];

const SCREENS_FOLDER = 'web/src/screens';

const ALLOWED_SCREEN_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  account: ['record', 'submissions'],
  chat: ['network', 'leaderboard'],
  home: ['bots'],
  leaderboard: ['bots'],
  legal: ['landing'],
  live: ['network'],
  network: ['leaderboard'],
};

const contains = (place: string, path: string): boolean =>
  path === place || path.startsWith(`${place}/`);

const getScreen = (path: string): string | undefined =>
  contains(SCREENS_FOLDER, path) ? path.slice(SCREENS_FOLDER.length + 1).split('/')[0] : undefined;

function isForbidden(from: string, to: string): boolean {
  const [screen, other] = [getScreen(from), getScreen(to)];
  if (screen !== undefined && other !== undefined && screen !== other)
    return ALLOWED_SCREEN_IMPORTS[screen]?.includes(other) !== true;
  return BORDERS.some(
    ({ inside, outside }) => contains(inside, from) && outside.some((place) => contains(place, to)),
  );
}

/** @param imports imports of any kind by file; paths relative to the root */
export function findForbiddenImports(imports: ReadonlyMap<string, Iterable<string>>): string[] {
  return [...imports].flatMap(([from, all]) =>
    [...all].filter((to) => isForbidden(from, to)).map((to) => `${from} must not import ${to}`),
  );
}
