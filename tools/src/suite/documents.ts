import * as z from 'zod/mini';
import { addressesOf } from './environment';
import { type Ports } from './ports';
import { PROJECT } from './project';

const documentSchema = z.object({ fields: z.record(z.string(), z.unknown()) });

/**
 * Reads a document of a suite's Firestore with the rights of an owner.
 * @returns its fields as the REST interface writes them, null when there is no such document
 */
export async function readDocument(
  ports: Ports,
  path: string,
): Promise<Record<string, unknown> | null> {
  const base = `${addressesOf(ports).firestore}/v1/projects/${PROJECT}/databases/(default)/documents`;
  const reply = await fetch(`${base}/${path}`, { headers: { authorization: 'Bearer owner' } });
  if (reply.status === 404) return null;
  if (!reply.ok) throw new Error(`Reading ${path} failed: ${await reply.text()}`);
  return documentSchema.parse(await reply.json()).fields;
}
