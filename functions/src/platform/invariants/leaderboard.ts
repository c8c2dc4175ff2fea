import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { toDisplayNameKey } from '@quantalgo/contracts/leaderboard/displayName';
import { indexById, findFaults, type Rule, findShared } from './snapshot';

export const LEADERBOARD_RULES: readonly Rule[] = [
  {
    description: 'A display name is its publisher’s own, and a publisher’s name is held for them',
    scope: 'record',
    violations: ({ documents: { publishers, displayNames } }) => {
      const names = indexById(displayNames);
      const publishersById = indexById(publishers);
      const unheldNames = findFaults('publishers', publishers, ({ name }, uid) =>
        name === null || names.get(toDisplayNameKey(name))?.uid === uid
          ? null
          : 'has another’s name',
      );
      const unusedNames = findFaults('displayNames', displayNames, ({ uid }, key) => {
        const name = publishersById.get(uid)?.name ?? '';
        return toDisplayNameKey(name) === key ? null : 'is held for nobody';
      });
      return [...unheldNames, ...unusedNames];
    },
  },
  {
    description:
      'Each published configuration stands once where its publisher says, as it was published, and no other',
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
        ...expected.filter((row) => !actual.includes(row)).map((row) => `${row} stands nowhere`),
        ...actual.filter((row) => !expected.includes(row)).map((row) => `${row} is nobody’s`),
        ...duplicates.map(([id]) => `${id} stands twice`),
      ];
    },
  },
  {
    description: 'No member has more configurations published than they may',
    scope: 'record',
    violations: ({ documents: { publishers } }) =>
      findFaults('publishers', publishers, ({ ids, publications }) => {
        const running = publications.filter(({ withdrawnAt }) => withdrawnAt === null);
        if (ids.join() !== publications.map(({ id }) => id).join()) return 'is found by other ids';
        return running.length > MAX_BOTS ? 'has too many' : null;
      }),
  },
  {
    description:
      'The leaderboard counts every published configuration, and shows none that is not there',
    scope: 'record',
    violations: ({ documents: { leaderboard, leaderboardPacks } }) => {
      const ids = leaderboardPacks.flatMap(({ data }) => data.rows.map(({ id }) => id));
      const isComplete = (packs: number) => leaderboardPacks.length === packs;
      return findFaults(
        'leaderboard',
        leaderboard,
        ({ rows, tried, running, withdrawn, packs }) => {
          if (!isComplete(packs)) return 'has another number of packs';
          if (running + withdrawn !== ids.length || tried < ids.length) return 'counts wrongly';
          return rows.every(({ id }) => ids.includes(id)) ? null : 'shows what is not there';
        },
      );
    },
  },
];
