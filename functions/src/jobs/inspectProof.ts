import { logger } from 'firebase-functions';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { wallClock } from '../platform/core/clock';
import { INSPECTING } from '../platform/core/deployment';
import { environment, required } from '../platform/core/environment';
import { bucket, firestore } from '../platform/core/firebase';
import {
  inspectProof as judgeProof,
  inspectSetup as judgeSetup,
  type InspectDeps,
} from '../platform/submissions/inspect';
import { secretsOf } from '../platform/core/secrets';

function inspectDeps(): InspectDeps {
  const secrets = secretsOf(required(environment.secretsKey, 'SECRETS_KEY'));
  return { firestore: firestore(), bucket: bucket(), secrets, clock: wallClock };
}

/** Whenever a proof is submitted: its bytes are looked at before staff does. */
export const inspectProof = onDocumentCreated(
  { ...INSPECTING, document: 'proofs/{id}' },
  async ({ params: { id } }) => {
    const verdict = await judgeProof(inspectDeps(), id);
    if (verdict) logger.info('Proof inspected', { id, accepted: verdict.accepted });
  },
);

/** Whenever an account setup is submitted: likewise the proof of its deposit. */
export const inspectSetup = onDocumentCreated(
  { ...INSPECTING, document: 'setups/{id}' },
  async ({ params: { id } }) => {
    const verdict = await judgeSetup(inspectDeps(), id);
    if (verdict) logger.info('Setup inspected', { id, accepted: verdict.accepted });
  },
);
