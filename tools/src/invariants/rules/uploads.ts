import { proofPath, setupProofPath, type ProofState } from '@quantalgo/contracts';
import { type Rule } from '../rule';
import { type World } from '../world';

/** Uploads that no call names are removed after a day, by a job that runs once a day. */
const ORPHANS_GONE_AFTER_MS = 2 * 24 * 60 * 60_000;

/** States in which somebody still looks at the file. */
const WITH_FILE: readonly ProofState[] = ['waiting', 'approved'];

const uploadsOf = ({ documents: { proofs, setups } }: World) => [
  ...proofs.map(({ id, data: { uid, file, state } }) => ({
    ...{ name: `proofs/${id}`, file, state },
    expected: proofPath(uid, id),
  })),
  ...setups.map(({ id, data: { uid, file, state } }) => ({
    ...{ name: `setups/${id}`, file, state },
    expected: setupProofPath(uid, id),
  })),
];

/** What uploads promise. */
export const UPLOADS: readonly Rule[] = [
  {
    says: 'The file of each proof lies in its member’s folder, as long as staff may look at it',
    broken: (world) => {
      const there = new Set(world.files.map(({ path }) => path));
      return uploadsOf(world).flatMap(({ name, file, state, expected }) => {
        if (file !== expected) return [`${name} names a file elsewhere`];
        return WITH_FILE.includes(state) && !there.has(file) ? [`${name} has lost its file`] : [];
      });
    },
  },
  {
    says: 'No file is kept that no document names',
    broken: (world) => {
      const named = new Set(uploadsOf(world).map(({ file }) => file));
      return world.files
        .filter(
          ({ path, uploadedAt }) =>
            !named.has(path) && uploadedAt < world.at - ORPHANS_GONE_AFTER_MS,
        )
        .map(({ path }) => `${path} is named by no document`);
    },
  },
];
