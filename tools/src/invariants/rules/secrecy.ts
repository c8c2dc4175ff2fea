import { type Rule } from '../rule';
import { type World } from '../world';

/** Fields in which an address or a text of somebody's own belongs; `*` stands for any one part. */
const WHERE_ADDRESSES_BELONG = [
  'users/email',
  'users/fullName',
  'users/nameLower',
  'users/telegram',
  'registrations/email',
  'registrations/fullName',
  'registrations/telegram',
  'resets/email',
  'addressChanges/email',
  'deletions/email',
  'mail/to',
  'mail/problem',
  'mail/parameters/*',
  'tickets/subject',
  'tickets/messages/*/text',
  'cannedAnswers/title',
  'cannedAnswers/text',
  'proofs/traderId',
  'proofs/reason',
  'setups/brokerAccount',
  'setups/reason',
  'accessEvents/reason',
  'staffActions/reason',
  'staffActions/reason',
] as const;

const ADDRESS = /[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+/;

const DIGEST_IDS: readonly string[] = ['registrations', 'confirmations', 'resets', 'transfers'];
const DIGEST = /^[\w-]{43}$/;

/** Every text within a value, with the path of fields that leads to it. */
function* textsIn(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, `${path}/*`);
  else if (typeof value === 'object' && value !== null)
    for (const [field, inner] of Object.entries(value)) yield* textsIn(inner, `${path}/${field}`);
}

const belongs = (path: string): boolean =>
  WHERE_ADDRESSES_BELONG.some((known) => {
    const parts = path.split('/');
    const names = known.split('/');
    return (
      parts.length === names.length &&
      names.every((name, index) => name === '*' || name === parts[index])
    );
  });

function addressesOutOfPlace({ collections }: World): string[] {
  return Object.entries(collections).flatMap(([name, stored]) =>
    stored.flatMap(({ id, data }) => {
      const texts = [...textsIn(data, name)];
      const found = texts.filter(([path, text]) => ADDRESS.test(text) && !belongs(path));
      const inId = id.includes('@') ? [`${name}/${id} is named by an address`] : [];
      return [...found.map(([path]) => `${name}/${id} holds an address at ${path}`), ...inId];
    }),
  );
}

/** Names under which a mail would hold its secret in clear. */
const SECRET_PARAMETERS = ['code', 'token', 'password'] as const;

/** What is promised of codes, passwords and addresses: where digests serve, nothing else is kept. */
export const SECRECY: readonly Rule[] = [
  {
    says: 'Where codes, tokens and passwords are guarded, digests and sealed texts alone are kept',
    broken: ({ unreadable }) =>
      unreadable.flatMap(({ isGuarded, why }) => (isGuarded ? [why] : [])),
  },
  {
    says: 'Addresses stand only where they belong',
    broken: addressesOutOfPlace,
  },
  {
    says: 'What is found by an address or a code is named by a digest of it',
    broken: ({ collections }) =>
      DIGEST_IDS.flatMap((name) =>
        (collections[name] ?? [])
          .filter(({ id }) => !DIGEST.test(id))
          .map(({ id }) => `${name}/${id} is not named by a digest`),
      ),
  },
  {
    says: 'No mail in the outbox holds its secret in clear',
    broken: ({ documents: { mail } }) =>
      mail.flatMap(({ id, data: { parameters } }) =>
        SECRET_PARAMETERS.filter((name) => name in parameters).map(
          (name) => `mail/${id} holds its ${name} in clear`,
        ),
      ),
  },
];
