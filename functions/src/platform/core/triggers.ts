import type { ParamsOf } from 'firebase-functions';
import * as firestore from 'firebase-functions/firestore';
import * as scheduler from 'firebase-functions/scheduler';
import * as storage from 'firebase-functions/storage';
import * as tasks from 'firebase-functions/tasks';
import { redactError } from './log';

// The platform logs what a handler throws: its message, its stack or the whole error.

type Handler<Event> = (event: Event) => Promise<void>;

const withRedactedErrors =
  <Event>(handler: Handler<Event>): Handler<Event> =>
  async (event) => {
    try {
      await handler(event);
    } catch (error) {
      throw redactError(error);
    }
  };

export const onSchedule = (
  options: scheduler.ScheduleOptions,
  handler: Handler<scheduler.ScheduledEvent>,
) => scheduler.onSchedule(options, withRedactedErrors(handler));

export const onTaskDispatched = (
  options: tasks.TaskQueueOptions,
  handler: Handler<tasks.Request<unknown>>,
) => tasks.onTaskDispatched<unknown>(options, withRedactedErrors(handler));

export const onObjectFinalized = (
  options: storage.StorageOptions,
  handler: Handler<storage.StorageEvent>,
) => storage.onObjectFinalized(options, withRedactedErrors(handler));

export const onDocumentCreated = <Document extends string>(
  options: firestore.DocumentOptions<Document>,
  handler: Handler<
    firestore.FirestoreEvent<firestore.QueryDocumentSnapshot | undefined, ParamsOf<Document>>
  >,
) => firestore.onDocumentCreated(options, withRedactedErrors(handler));

export const onDocumentWritten = <Document extends string>(
  options: firestore.DocumentOptions<Document>,
  handler: Handler<
    firestore.FirestoreEvent<
      firestore.Change<firestore.DocumentSnapshot> | undefined,
      ParamsOf<Document>
    >
  >,
) => firestore.onDocumentWritten(options, withRedactedErrors(handler));
