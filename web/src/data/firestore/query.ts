import { type Document, timeIn } from './document';

/** A condition on a field: equal to a text or truth value, or compared with a time (epoch ms). */
export type Condition =
  | { readonly field: string; readonly equals: string | boolean }
  | { readonly field: string; readonly after: number }
  | { readonly field: string; readonly from: number }
  | { readonly field: string; readonly before: number };

/** The first documents of a collection that meet all conditions, in the order of a field that holds a time. */
export interface ListQuery {
  readonly collection: string;
  readonly where?: readonly Condition[];
  readonly orderBy: readonly [field: string, direction: 'oldest first' | 'newest first'];
  /** Only what comes behind this document. */
  readonly behind?: Document;
  readonly limit: number;
}

/** A list of documents, or one document by its path (`users/ID`). */
export type Query = ListQuery | { readonly path: string };

const isList = (query: Query): query is ListQuery => 'collection' in query;

const timestamp = (millis: number) => ({ timestampValue: new Date(millis).toISOString() });

/** The operator and value of a condition. */
function compared(condition: Condition): readonly [op: string, value: object] {
  if ('after' in condition) return ['GREATER_THAN', timestamp(condition.after)];
  if ('from' in condition) return ['GREATER_THAN_OR_EQUAL', timestamp(condition.from)];
  if ('before' in condition) return ['LESS_THAN', timestamp(condition.before)];
  const { equals } = condition;
  return ['EQUAL', typeof equals === 'string' ? { stringValue: equals } : { booleanValue: equals }];
}

function filterOf(condition: Condition): object {
  const [op, value] = compared(condition);
  return { fieldFilter: { field: { fieldPath: condition.field }, op, value } };
}

function whereOf(conditions: readonly Condition[]): object {
  const filters = conditions.map(filterOf);
  const [only, second] = filters;
  if (only === undefined) return {};
  return { where: second ? { compositeFilter: { op: 'AND', filters } } : only };
}

/** The `google.firestore.v1.StructuredQuery` in JSON. */
function structuredQuery(query: ListQuery): object {
  const { collection, where = [], orderBy, behind, limit } = query;
  const [field, order] = orderBy;
  const direction = order === 'newest first' ? 'DESCENDING' : 'ASCENDING';
  const place = behind && [behind.fields[field], { referenceValue: behind.name }];
  return {
    from: [{ collectionId: collection }],
    ...whereOf(where),
    orderBy: [field, '__name__'].map((fieldPath) => ({ field: { fieldPath }, direction })),
    ...(place && { startAt: { values: place, before: false } }),
    limit,
  };
}

/**
 * The target of a query in a `google.firestore.v1.ListenRequest` in JSON.
 * @param documents name of the database's documents, `projects/P/databases/(default)/documents`
 */
export const targetOf = (query: Query, documents: string): object =>
  isList(query)
    ? { query: { parent: documents, structuredQuery: structuredQuery(query) } }
    : { documents: { documents: [`${documents}/${query.path}`] } };

/** Documents in the order of a query, as many as it asks for. */
export function listed(query: Query, documents: readonly Document[]): readonly Document[] {
  if (!isList(query)) return documents;
  const [field, order] = query.orderBy;
  const inOrder = documents
    .map((document) => ({ document, at: timeIn(document, field) }))
    .sort((one, other) => one.at - other.at || (one.document.name < other.document.name ? -1 : 1))
    .map(({ document }) => document);
  return (order === 'newest first' ? inOrder.reverse() : inOrder).slice(0, query.limit);
}
