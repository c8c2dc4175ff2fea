import { logger } from 'firebase-functions';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { wallClock } from '../platform/clock';
import { INSPECTING } from '../platform/deployment';
import { environment, required } from '../platform/environment';
import { bucket, firestore } from '../platform/firebase';
import { inspectProof as inspect } from '../platform/proofs/inspect';
import { secretsOf } from '../platform/secrets';

/** Whenever a proof is submitted: its bytes are looked at before staff does. */
export const inspectProof = onDocumentCreated(
  { ...INSPECTING, document: 'proofs/{id}' },
  async ({ params: { id } }) => {
    const secrets = secretsOf(required(environment.secretsKey, 'SECRETS_KEY'));
    const deps = { firestore: firestore(), bucket: bucket(), secrets, clock: wallClock };
    const verdict = await inspect(deps, id);
    if (verdict) logger.info('Proof inspected', { id, accepted: verdict.accepted });
  },
);
