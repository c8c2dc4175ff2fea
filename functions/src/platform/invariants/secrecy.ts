import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { picturePath } from '@quantalgo/contracts/submissions/picture';
import {
  proofPath,
  type ProofState,
  setupProofPath,
} from '@quantalgo/contracts/submissions/submission';
import { INSPECTION_TIMEOUT_MS } from '../../domain/submissions/inspection';
import { findFaults, type Rule, type Snapshot } from './snapshot';

/** Fields that may contain addresses or free text. `*` matches one path segment. */
const FIELDS_WITH_ADDRESSES = [
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
  'posts/text',
  'messages/text',
  'rooms/board/notes/*/text',
  'liveNotes/content/text',
  'liveNotes/content/answer',
  'journal/note',
  'journal/tags/*',
  'journal/broker',
  'journal/conflicts/*/note',
  'journal/conflicts/*/tags/*',
  'journal/conflicts/*/broker',
  'learning/lessons/*/note',
  'learning/lessons/*/conflicts/*',
  'broadcasts/news/title',
  'broadcasts/news/text',
  'proofs/traderId',
  'proofs/reason',
  'setups/brokerAccount',
  'setups/reason',
  'accessEvents/reason',
  'staffActions/reason',
] as const;

const ADDRESS_PATTERN = /[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+/;

const DIGEST_COLLECTIONS: readonly string[] = ['addresses', 'resets', 'transfers', 'telegramCodes'];
const DIGEST_PATTERN = /^[\w-]{43}$/;

function* listTexts(
  value: unknown,
  path: string,
): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value)) for (const item of value) yield* listTexts(item, `${path}/*`);
  else if (typeof value === 'object' && value !== null)
    for (const [field, inner] of Object.entries(value)) yield* listTexts(inner, `${path}/${field}`);
}

const mayHoldAddress = (path: string): boolean =>
  FIELDS_WITH_ADDRESSES.some((field) => {
    const parts = path.split('/');
    const names = field.split('/');
    return (
      parts.length === names.length &&
      names.every((name, index) => name === '*' || name === parts[index])
    );
  });

function findMisplacedAddresses({ collections }: Snapshot): string[] {
  return Object.entries(collections).flatMap(([name, stored]) =>
    stored.flatMap(({ id, data }) => {
      const texts = [...listTexts(data, name)];
      const misplacedTexts = texts.filter(
        ([path, text]) => ADDRESS_PATTERN.test(text) && !mayHoldAddress(path),
      );
      const inDocumentId = id.includes('@') ? [`${name}/${id} has an address in its id`] : [];
      return [
        ...misplacedTexts.map(([path]) => `${name}/${id} contains an address at ${path}`),
        ...inDocumentId,
      ];
    }),
  );
}

const SECRET_PARAMETERS = ['code', 'token', 'password'] as const;

export const SECRECY_RULES: readonly Rule[] = [
  {
    description: 'Collections of codes, tokens and passwords store only digests and sealed texts',
    scope: 'document',
    violations: ({ unreadable }) =>
      unreadable.flatMap(({ isGuarded, problem }) => (isGuarded ? [problem] : [])),
  },
  {
    description: 'Email addresses are stored only in permitted fields',
    scope: 'document',
    violations: findMisplacedAddresses,
  },
  {
    description: 'Documents that are looked up by an address or a code have a digest as their id',
    scope: 'document',
    violations: ({ collections }) =>
      DIGEST_COLLECTIONS.flatMap((name) =>
        (collections[name] ?? [])
          .filter(({ id }) => !DIGEST_PATTERN.test(id))
          .map(({ id }) => `${name}/${id} doesn’t have a digest as its id`),
      ),
  },
  {
    description: 'No queued email contains its secret in plain text',
    scope: 'document',
    violations: ({ documents: { mail } }) =>
      mail.flatMap(({ id, data: { parameters } }) =>
        SECRET_PARAMETERS.filter((name) => name in parameters).map(
          (name) => `mail/${id} contains its ${name} in plain text`,
        ),
      ),
  },
];

/** Unreferenced uploads are deleted after a day, by a daily job. */
const MAX_ORPHAN_AGE_MS = 2 * 24 * 60 * 60_000;

interface InspectionProgress {
  readonly state: ProofState;
  readonly createdAt: number;
}

/** After the timeout, six runs of the sweep have had the chance to drop the inspection. */
const MAX_INSPECTION_AGE_MS = INSPECTION_TIMEOUT_MS + 30 * MINUTE_MS;

const STATES_WITH_FILE: readonly ProofState[] = ['waiting', 'approved'];

const listUploads = ({ documents: { proofs, setups, pictures } }: Snapshot) => [
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

export const UPLOAD_RULES: readonly Rule[] = [
  {
    description:
      'Each upload has its path in its member’s folder, and its file while that is needed',
    scope: 'member',
    violations: (snapshot) => {
      const existingPaths = new Set(snapshot.files.map(({ path }) => path));
      return listUploads(snapshot).flatMap(({ name, file, state, expected }) => {
        if (file !== expected) return [`${name} has the wrong file path`];
        return STATES_WITH_FILE.includes(state) && !existingPaths.has(file)
          ? [`${name} has lost its file`]
          : [];
      });
    },
  },
  {
    description: 'Unreferenced files are deleted within two days',
    scope: 'member',
    violations: (snapshot) => {
      const referencedPaths = new Set(listUploads(snapshot).map(({ file }) => file));
      return snapshot.files
        .filter(
          ({ path, uploadedAt }) =>
            !referencedPaths.has(path) && uploadedAt < snapshot.at - MAX_ORPHAN_AGE_MS,
        )
        .map(({ path }) => `${path} is unreferenced`);
    },
  },
  {
    description: 'No upload has waited too long for its inspection',
    scope: 'document',
    violations: ({ at, documents }) =>
      (['proofs', 'setups', 'pictures'] as const).flatMap((name) =>
        findFaults<InspectionProgress>(name, documents[name], ({ state, createdAt }) =>
          state === 'checking' && at - createdAt > MAX_INSPECTION_AGE_MS
            ? 'is overdue for inspection'
            : null,
        ),
      ),
  },
];
