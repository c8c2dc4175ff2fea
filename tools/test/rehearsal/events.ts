import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentChange, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { REGION } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';
import { type Artefact } from './artefact';

/** An event as Eventarc brings it, in the binary form of CloudEvents. */
export interface CloudEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Brings an event to a function; false where that failed. */
export type Bring = (name: string, event: CloudEvent) => Promise<boolean>;

/** How long (ms) after what happened an event comes, in turn: some overtake others. */
const DELAYS = [0, 350, 100, 700];
/** Every event comes again, when it is long done or while it is worked on. */
const AGAIN_AFTER = [900, 0];
const TRIED_AGAIN_AFTER_MS = 1000;
const MAX_TRIES = 30;

/** Brings every event at least once: late, out of order, twice, and again where it failed. */
export function createEventarc(bring: Bring) {
  let count = 0;
  const open = new Set<Promise<void>>();
  const failed: string[] = [];
  const tryFor = async (name: string, event: CloudEvent) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await bring(name, event).catch(() => false)) return;
      await wait(TRIED_AGAIN_AFTER_MS);
    }
    failed.push(`${name} ${event.headers['ce-subject'] ?? ''}`);
  };
  return {
    /** Events that no try could bring. */
    failed,
    take(name: string, event: CloudEvent): void {
      const [late = 0, again = 0] = [DELAYS[count % 4], AGAIN_AFTER[(count >> 2) % 2]];
      count += 1;
      const first = wait(late).then(() => tryFor(name, event));
      const both = [first, wait(late + again).then(() => tryFor(name, event))];
      const done: Promise<void> = Promise.all(both).then(() => void open.delete(done));
      open.add(done);
    },
    /** Resolves once all events, and those that follow from them, were brought. */
    async quiet(): Promise<void> {
      for (let calm = 0; calm < 3; calm = open.size > 0 ? 0 : calm + 1) {
        await Promise.all(open);
        await wait(100);
      }
    },
  };
}
export type Eventarc = ReturnType<typeof createEventarc>;

const protos: unknown = createRequire(import.meta.url)(
  inRoot('node_modules', 'firebase-functions', 'protos', 'compiledFirestore.js'),
);

const within = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((at, name) => (at instanceof Object ? Reflect.get(at, name) : undefined), value);

const isFunction = (value: unknown) => typeof value === 'function';
/** Google's own description of the event, by which firebase-functions reads it. */
const EVENT = 'google.events.cloud.firestore.v1.DocumentEventData';
const fromObject = z
  .custom<(plain: object) => object>(isFunction)
  .parse(within(protos, `${EVENT}.fromObject`));
const encode = z
  .custom<(message: object) => { finish: () => Uint8Array<ArrayBuffer> }>(isFunction)
  .parse(within(protos, `${EVENT}.encode`));

const documentOf = (name: string, { createTime, updateTime, ...rest }: DocumentSnapshot) => ({
  name,
  fields: within(rest, '_fieldsProto'),
  createTime: { seconds: createTime?.seconds, nanos: createTime?.nanoseconds },
  updateTime: { seconds: updateTime?.seconds, nanos: updateTime?.nanoseconds },
});

interface Changed {
  readonly type: string;
  readonly path: string;
  readonly before?: DocumentSnapshot | undefined;
  readonly after?: DocumentSnapshot | undefined;
}

/** The event that a document of a project changed. */
function documentEvent(project: string, { type, path, before, after }: Changed): CloudEvent {
  const source = `projects/${project}/databases/(default)`;
  const name = `${source}/documents/${path}`;
  const message = fromObject({
    ...(after && { value: documentOf(name, after) }),
    ...(before && { oldValue: documentOf(name, before) }),
  });
  return {
    body: encode(message).finish(),
    headers: {
      'content-type': 'application/protobuf',
      'ce-specversion': '1.0',
      'ce-id': randomUUID(),
      'ce-type': type,
      'ce-source': `//firestore.googleapis.com/${source}`,
      'ce-subject': `documents/${path}`,
      'ce-time': new Date().toISOString(),
      'ce-project': project,
      'ce-database': '(default)',
      'ce-namespace': '(default)',
      'ce-document': path,
      'ce-location': REGION,
    },
  };
}

/** The event that a file came into a bucket, with what the bucket says of it. */
export const fileEvent = (bucket: string, metadata: { readonly name?: string }): CloudEvent => ({
  body: new TextEncoder().encode(JSON.stringify(metadata)),
  headers: {
    'content-type': 'application/json',
    'ce-specversion': '1.0',
    'ce-id': randomUUID(),
    'ce-type': 'google.cloud.storage.object.v1.finalized',
    'ce-source': `//storage.googleapis.com/projects/_/buckets/${bucket}`,
    'ce-subject': `objects/${metadata.name ?? ''}`,
    'ce-time': new Date().toISOString(),
    'ce-bucket': bucket,
  },
});

const triggerSchema = z.object({
  eventType: z.string(),
  eventFilterPathPatterns: z.object({ document: z.string() }),
});

type Trigger = z.infer<typeof triggerSchema>;
type Tell = (changed: Changed) => void;

/** Tells of each change of a collection's documents that starts a function, once it resolves; what it gives ends it. */
function watch(database: Firestore, trigger: Trigger, tell: Tell): Promise<() => void> {
  const { eventType: type, eventFilterPathPatterns: pattern } = trigger;
  const known = new Map<string, DocumentSnapshot>();
  const see = ({ type: how, doc }: DocumentChange, isNew: boolean) => {
    const { path } = doc.ref;
    const before = known.get(path);
    const after = how === 'removed' ? undefined : doc;
    if (after) known.set(path, after);
    else known.delete(path);
    if (isNew && (how === 'added' || type.endsWith('.written')))
      tell({ type, path, before, after });
  };
  return new Promise((resolve, reject) => {
    let isFirst = true;
    const collection = database.collection(pattern.document.replace(/\/.*$/, ''));
    const stop = collection.onSnapshot((snapshot) => {
      for (const change of snapshot.docChanges()) see(change, !isFirst);
      isFirst = false;
      resolve(stop);
    }, reject);
  });
}

/**
 * Takes an event for each change of a document that a function is started by.
 * @returns ends it; once it resolves, changes are seen
 */
export async function watchDocuments(
  { database, project }: { readonly database: Firestore; readonly project: string },
  { functions }: Artefact,
  { take }: Pick<Eventarc, 'take'>,
): Promise<() => void> {
  const watching = Object.entries(functions).flatMap(([name, { eventTrigger }]) => {
    const trigger = triggerSchema.safeParse(eventTrigger).data;
    const tell: Tell = (changed) => take(name, documentEvent(project, changed));
    return trigger ? [watch(database, trigger, tell)] : [];
  });
  const stops = await Promise.all(watching);
  return () => stops.forEach((stop) => stop());
}
