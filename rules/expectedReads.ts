import type { Collection, Readers } from '@quantalgo/functions/collections/collection';

export type Row = readonly [
  path: string,
  get: string,
  list: string,
  narrowedTo?: readonly [field: string, value: string | boolean],
];

const LOGGED_IN = 'guest, starter, essential';
const EVERY_MEMBER = 'guest, starter, essential, staff';
const UNLOCKED = 'starter, essential, staff, other member';
const ESSENTIAL = 'essential, staff, other member';

function listTierRows(name: string, { id, moderated }: Collection, tier: string): Row[] {
  if (!id.includes('{')) return [[`${name}/${id}`, tier, '']];
  const path = `${name}/of-{own}`;
  if (moderated !== true) return [[path, tier, tier]];
  return [
    [path, tier, tier, ['open', true]],
    [path, tier, ''],
    [`${name}/held-{own}`, '', '', ['open', false]],
  ];
}

const ROWS: Readonly<Record<Readers, (name: string, row: Collection) => Row[]>> = {
  nobody(name, { id }) {
    const path = `${name}/${id.replace('{uid}', '{own}').replace(/\{(?!own\}).*\}/, 'of-{own}')}`;
    return [
      [path, '', ''],
      [path, '', '', ['uid', '{own}']],
    ];
  },
  staff: (name) => [[`${name}/of-{own}`, 'staff', 'staff']],
  owner: (name) => [
    [`${name}/of-{own}`, LOGGED_IN, ''],
    [`${name}/of-{own}`, LOGGED_IN, LOGGED_IN, ['uid', '{own}']],
  ],
  'own session': (name) => [
    [`${name}/session-of-{own}`, LOGGED_IN, '', ['uid', '{own}']],
    [`${name}/of-{own}`, '', '', ['uid', '{own}']],
  ],
  'owner and staff': (name, { member }) =>
    member?.by === 'id'
      ? [[`${name}/{own}`, EVERY_MEMBER, 'staff']]
      : [
          [`${name}/of-{own}`, EVERY_MEMBER, 'staff'],
          [`${name}/of-{own}`, EVERY_MEMBER, EVERY_MEMBER, ['uid', '{own}']],
        ],
  unlocked: (name, row) => listTierRows(name, row, UNLOCKED),
  essential: (name, row) => listTierRows(name, row, ESSENTIAL),
  'by audience': (name) => [
    [`${name}/basic`, UNLOCKED, ESSENTIAL],
    [`${name}/basic`, UNLOCKED, UNLOCKED, ['audience', 'basic']],
    [`${name}/order-flow`, ESSENTIAL, ESSENTIAL, ['audience', 'order-flow']],
  ],
};

/** The access that the collection's declaration promises. */
export const listExpectedRows = ([name, row]: readonly [string, Collection]): Row[] =>
  ROWS[row.readers ?? 'nobody'](name, row);
