import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentChange, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { REGION } from '../../src/suite/ports';
import { inRoot } from '../../src/system/root';
import { type Artefact } from './artefact';

/** As Eventarc delivers it, in the binary form of CloudEvents. */
export interface CloudEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Delivers an event to a function; false if that failed. */
export type DeliverEvent = (name: string, event: CloudEvent) => Promise<boolean>;

/** In ms, in turn: some events overtake others. */
const DELAYS = [0, 350, 100, 700];
/** Every event is delivered twice: again when it is long done, or while it is processed. */
const REPEAT_DELAYS = [900, 0];
const RETRY_INTERVAL_MS = 1000;
const MAX_TRIES = 30;

/** Delivers every event at least once: late, out of order, twice, and again after a failure. */
export function createEventarc(bring: DeliverEvent) {
  let count = 0;
  const open = new Set<Promise<void>>();
  const failed: string[] = [];
  const deliverWithRetries = async (name: string, event: CloudEvent) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await bring(name, event).catch(() => false)) return;
      await wait(RETRY_INTERVAL_MS);
    }
    failed.push(`${name} ${event.headers['ce-subject'] ?? ''}`);
  };
  return {
    failed,
    take(name: string, event: CloudEvent): void {
      const [delay = 0, repeatDelay = 0] = [DELAYS[count % 4], REPEAT_DELAYS[(count >> 2) % 2]];
      count += 1;
      const first = wait(delay).then(() => deliverWithRetries(name, event));
      const deliveries = [
        first,
        wait(delay + repeatDelay).then(() => deliverWithRetries(name, event)),
      ];
      const delivery: Promise<void> = Promise.all(deliveries).then(
        () => void open.delete(delivery),
      );
      open.add(delivery);
    },
    /** Resolves once all events, and those that follow from them, were delivered. */
    async quiet(): Promise<void> {
      for (
        let quietRounds = 0;
        quietRounds < 3;
        quietRounds = open.size > 0 ? 0 : quietRounds + 1
      ) {
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

const getPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((at, name) => (at instanceof Object ? Reflect.get(at, name) : undefined), value);

const isFunction = (value: unknown) => typeof value === 'function';
/** Google's own description of the event, which firebase-functions uses too. */
const EVENT = 'google.events.cloud.firestore.v1.DocumentEventData';
const fromObject = z
  .custom<(plain: object) => object>(isFunction)
  .parse(getPath(protos, `${EVENT}.fromObject`));
const encode = z
  .custom<(message: object) => { finish: () => Uint8Array<ArrayBuffer> }>(isFunction)
  .parse(getPath(protos, `${EVENT}.encode`));

const toDocument = (name: string, { createTime, updateTime, ...rest }: DocumentSnapshot) => ({
  name,
  fields: getPath(rest, '_fieldsProto'),
  createTime: { seconds: createTime?.seconds, nanos: createTime?.nanoseconds },
  updateTime: { seconds: updateTime?.seconds, nanos: updateTime?.nanoseconds },
});

interface ChangeDetails {
  readonly type: string;
  readonly path: string;
  readonly before?: DocumentSnapshot | undefined;
  readonly after?: DocumentSnapshot | undefined;
}

function createDocumentEvent(
  project: string,
  { type, path, before, after }: ChangeDetails,
): CloudEvent {
  const source = `projects/${project}/databases/(default)`;
  const name = `${source}/documents/${path}`;
  const message = fromObject({
    ...(after && { value: toDocument(name, after) }),
    ...(before && { oldValue: toDocument(name, before) }),
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
type OnChange = (details: ChangeDetails) => void;

/**
 * Reports each change of a collection's documents that starts a function. Resolves to a function
 * that ends it.
 */
function watch(database: Firestore, trigger: Trigger, onChange: OnChange): Promise<() => void> {
  const { eventType: type, eventFilterPathPatterns: pattern } = trigger;
  const documents = new Map<string, DocumentSnapshot>();
  const handleChange = ({ type: kind, doc }: DocumentChange, isNew: boolean) => {
    const { path } = doc.ref;
    const before = documents.get(path);
    const after = kind === 'removed' ? undefined : doc;
    if (after) documents.set(path, after);
    else documents.delete(path);
    if (isNew && (kind === 'added' || type.endsWith('.written')))
      onChange({ type, path, before, after });
  };
  return new Promise((resolve, reject) => {
    let isFirst = true;
    const collection = database.collection(pattern.document.replace(/\/.*$/, ''));
    const stop = collection.onSnapshot((snapshot) => {
      for (const change of snapshot.docChanges()) handleChange(change, !isFirst);
      isFirst = false;
      resolve(stop);
    }, reject);
  });
}

/**
 * Emits an event for each document change that starts a function.
 * @returns ends it; once resolved, changes are detected
 */
export async function watchDocuments(
  { database, project }: { readonly database: Firestore; readonly project: string },
  { functions }: Artefact,
  { take }: Pick<Eventarc, 'take'>,
): Promise<() => void> {
  const watchers = Object.entries(functions).flatMap(([name, { eventTrigger }]) => {
    const trigger = triggerSchema.safeParse(eventTrigger).data;
    const onChange: OnChange = (details) => take(name, createDocumentEvent(project, details));
    return trigger ? [watch(database, trigger, onChange)] : [];
  });
  const stops = await Promise.all(watchers);
  return () => stops.forEach((stop) => stop());
}
