import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { toDisplayNameKey } from '@quantalgo/contracts/leaderboard/displayName';
import { indexById, findFaults, type Rule, findShared } from './snapshot';

export const LEADERBOARD_RULES: readonly Rule[] = [
  {
    description: 'Each publisher’s name is reserved for them, and no other name is reserved',
    scope: 'record',
    violations: ({ documents: { publishers, displayNames } }) => {
      const names = indexById(displayNames);
      const publishersById = indexById(publishers);
      const unheldNames = findFaults('publishers', publishers, ({ name }, uid) =>
        name === null || names.get(toDisplayNameKey(name))?.uid === uid
          ? null
          : 'has a name that isn’t reserved for them',
      );
      const unusedNames = findFaults('displayNames', displayNames, ({ uid }, key) => {
        const name = publishersById.get(uid)?.name ?? '';
        return toDisplayNameKey(name) === key ? null : 'is reserved but isn’t its holder’s name';
      });
      return [...unheldNames, ...unusedNames];
    },
  },
  {
    description:
      'Each publication has one matching row in its leaderboard pack. No other rows exist.',
    scope: 'record',
    violations: ({ documents: { publishers, leaderboardPacks } }) => {
      const rows = leaderboardPacks.flatMap(({ id: pack, data }) =>
        data.rows.map((row) => ({ pack, ...row })),
      );
      const expected = publishers.flatMap(({ data: { name, publications } }) =>
        publications.map(({ id, pack, withdrawnAt }) =>
          JSON.stringify([id, String(pack), name, withdrawnAt]),
        ),
      );
      const actual = rows.map(({ id, pack, name, withdrawnAt }) =>
        JSON.stringify([id, pack, name, withdrawnAt]),
      );
      const duplicates = findShared(rows.map(({ id, pack }) => [id, pack] as const));
      return [
        ...expected.filter((row) => !actual.includes(row)).map((row) => `${row} has no row`),
        ...actual.filter((row) => !expected.includes(row)).map((row) => `${row} isn’t published`),
        ...duplicates.map(([id]) => `${id} has several rows`),
      ];
    },
  },
  {
    description: 'No member has more published configurations than allowed',
    scope: 'record',
    violations: ({ documents: { publishers } }) =>
      findFaults('publishers', publishers, ({ ids, publications }) => {
        const running = publications.filter(({ withdrawnAt }) => withdrawnAt === null);
        if (ids.join() !== publications.map(({ id }) => id).join()) return 'has the wrong ids';
        return running.length > MAX_BOTS ? 'has too many running publications' : null;
      }),
  },
  {
    description:
      'The leaderboard counts every published configuration and shows only existing ones',
    scope: 'record',
    violations: ({ documents: { leaderboard, leaderboardPacks } }) => {
      const ids = leaderboardPacks.flatMap(({ data }) => data.rows.map(({ id }) => id));
      const isComplete = (packs: number) => leaderboardPacks.length === packs;
      return findFaults(
        'leaderboard',
        leaderboard,
        ({ rows, tried, running, withdrawn, packs }) => {
          if (!isComplete(packs)) return 'has the wrong number of packs';
          if (running + withdrawn !== ids.length || tried < ids.length) return 'has wrong counts';
          return rows.every(({ id }) => ids.includes(id)) ? null : 'shows an unknown configuration';
        },
      );
    },
  },
];
