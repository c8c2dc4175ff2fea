import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { picturePath } from '@quantalgo/contracts/submissions/picture';
import {
  proofPath,
  type ProofState,
  setupProofPath,
} from '@quantalgo/contracts/submissions/submission';
import { INSPECTION_GIVE_UP_MS } from '../../domain/submissions/inspection';
import { faultsIn, type Rule, type Snapshot } from './snapshot';

/** Fields that may contain addresses or free text; `*` stands for any one part of the path. */
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
] as const;

const ADDRESS = /[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+/;

const DIGEST_IDS: readonly string[] = ['addresses', 'resets', 'transfers', 'telegramCodes'];
const DIGEST = /^[\w-]{43}$/;

/** Every text within a value, with its path of fields. */
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

function addressesOutOfPlace({ collections }: Snapshot): string[] {
  return Object.entries(collections).flatMap(([name, stored]) =>
    stored.flatMap(({ id, data }) => {
      const texts = [...textsIn(data, name)];
      const found = texts.filter(([path, text]) => ADDRESS.test(text) && !belongs(path));
      const inId = id.includes('@') ? [`${name}/${id} is named by an address`] : [];
      return [...found.map(([path]) => `${name}/${id} holds an address at ${path}`), ...inId];
    }),
  );
}

/** Parameter names under which a mail would contain its secret in clear. */
const SECRET_PARAMETERS = ['code', 'token', 'password'] as const;

/** Invariants of codes, passwords and addresses: where a digest suffices, only the digest is stored. */
export const SECRECY: readonly Rule[] = [
  {
    description:
      'Where codes, tokens and passwords are guarded, digests and sealed texts alone are kept',
    scope: 'document',
    violations: ({ unreadable }) =>
      unreadable.flatMap(({ isGuarded, why }) => (isGuarded ? [why] : [])),
  },
  {
    description: 'Addresses stand only where they belong',
    scope: 'document',
    violations: addressesOutOfPlace,
  },
  {
    description: 'What is found by an address or a code is named by a digest of it',
    scope: 'document',
    violations: ({ collections }) =>
      DIGEST_IDS.flatMap((name) =>
        (collections[name] ?? [])
          .filter(({ id }) => !DIGEST.test(id))
          .map(({ id }) => `${name}/${id} is not named by a digest`),
      ),
  },
  {
    description: 'No queued mail holds its secret in clear',
    scope: 'document',
    violations: ({ documents: { mail } }) =>
      mail.flatMap(({ id, data: { parameters } }) =>
        SECRET_PARAMETERS.filter((name) => name in parameters).map(
          (name) => `mail/${id} holds its ${name} in clear`,
        ),
      ),
  },
];

/** Uploads that no submission names are deleted after a day, by a job that runs once a day. */
const ORPHANS_GONE_AFTER_MS = 2 * 24 * 60 * 60_000;

interface Progress {
  readonly state: ProofState;
  readonly createdAt: number;
}

/** After this long (ms) each inspection has ended: six runs of the sweep after it is given up. */
const INSPECTION_ENDS_MS = INSPECTION_GIVE_UP_MS + 30 * MINUTE_MS;

/** States in which the file may still be looked at. */
const WITH_FILE: readonly ProofState[] = ['waiting', 'approved'];

const uploadsOf = ({ documents: { proofs, setups, pictures } }: Snapshot) => [
  ...proofs.map(({ id, data: { uid, file, state } }) => ({
    name: `proofs/${id}`,
    file,
    state,
    expected: proofPath(uid, id),
  })),
  ...setups.map(({ id, data: { uid, file, state } }) => ({
    name: `setups/${id}`,
    file,
    state,
    expected: setupProofPath(uid, id),
  })),
  ...pictures.map(({ id, data: { uid, file, state } }) => ({
    name: `pictures/${id}`,
    file,
    state,
    expected: picturePath(uid, id),
  })),
];

/** Invariants of uploads. */
export const UPLOADS: readonly Rule[] = [
  {
    description:
      'The file of each upload lies in its member’s folder, as long as it may be looked at',
    scope: 'member',
    violations: (snapshot) => {
      const there = new Set(snapshot.files.map(({ path }) => path));
      return uploadsOf(snapshot).flatMap(({ name, file, state, expected }) => {
        if (file !== expected) return [`${name} names a file elsewhere`];
        return WITH_FILE.includes(state) && !there.has(file) ? [`${name} has lost its file`] : [];
      });
    },
  },
  {
    description: 'No file is kept that no document names',
    scope: 'member',
    violations: (snapshot) => {
      const named = new Set(uploadsOf(snapshot).map(({ file }) => file));
      return snapshot.files
        .filter(
          ({ path, uploadedAt }) =>
            !named.has(path) && uploadedAt < snapshot.at - ORPHANS_GONE_AFTER_MS,
        )
        .map(({ path }) => `${path} is named by no document`);
    },
  },
  {
    description: 'No file has awaited its inspection for longer than the sweep lets it',
    scope: 'document',
    violations: ({ at, documents }) =>
      (['proofs', 'setups', 'pictures'] as const).flatMap((name) =>
        faultsIn<Progress>(name, documents[name], ({ state, createdAt }) =>
          state === 'checking' && at - createdAt > INSPECTION_ENDS_MS
            ? 'was never inspected'
            : null,
        ),
      ),
  },
];
