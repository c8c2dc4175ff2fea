import { type DeployCheck, type Indexes } from './deployment';

const textOf = ({ collectionGroup, fields }: Indexes['indexes'][number]): string =>
  [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join();

export const DATA_CHECKS: readonly DeployCheck[] = [
  {
    says: 'Every query has its index, and every index its query',
    problems: ({ indexes, needed }) => {
      const declared = indexes.indexes.map(textOf);
      const missing = needed.filter((index) => !declared.includes(index));
      const idle = declared.filter((index) => !needed.includes(index));
      return [
        ...missing.map((index) => `Missing: ${index}`),
        ...idle.map((index) => `No query needs ${index}`),
      ];
    },
  },
  {
    says: 'What is kept for a while is deleted by its own time',
    problems: ({ indexes: { fieldOverrides } }) =>
      fieldOverrides
        .filter(({ fieldPath, ttl }) => fieldPath === 'expireAt' && ttl !== true)
        .map(({ collectionGroup }) => `${collectionGroup} has no time to live`),
  },
];
