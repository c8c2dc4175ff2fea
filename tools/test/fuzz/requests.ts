import {
  type Endpoint,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/endpoints';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { hostileText, hostileValue } from './files';

type Json = z.core.JSONSchema.BaseSchema | boolean;

/** Patterns that fast-check can't generate from fall back to any text. */
function textMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.string();
  }
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  email: fc.nat(200).map((number) => `somebody-${number}@fuzz.test`),
  uri: fc.webUrl(),
};

/** Longer texts only cost time: what is too long is for the hostile ones. */
const MAX = 300;

function text(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<string> {
  const ofFormat = FORMATS[schema.format ?? ''];
  if (ofFormat) return ofFormat;
  if (schema.pattern !== undefined) return textMatching(schema.pattern);
  const minLength = Math.min(schema.minLength ?? 0, MAX);
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, MAX));
  return fc.string({ minLength, maxLength });
}

function number(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<number> {
  const min = schema.minimum ?? -1000;
  const max = Math.min(schema.maximum ?? 100_000, 1e9);
  if (schema.type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 100) / 100);
}

function object(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(entries.map(([name, inner]) => [name, valueOf(inner)]));
  return fc.record(fields, { requiredKeys: schema.required ?? [] });
}

/** Values that a JSON schema describes, but for what it can't say: refinements between fields and of texts. */
function valueOf(schema: Json): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map(valueOf));
  if (schema.type === 'object') return object(schema);
  if (schema.type === 'array') return fc.array(valueOf(ofItems(schema)), { maxLength: 5 });
  if (schema.type === 'string') return text(schema);
  if (schema.type === 'integer' || schema.type === 'number') return number(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : fc.jsonValue();
}

function ofItems({ items }: z.core.JSONSchema.BaseSchema): Json {
  if (Array.isArray(items)) return items[0] ?? true;
  return items ?? true;
}

/** Values that a schema takes in, or nearly; nothing where an endpoint takes nothing. */
function fromSchema(schema: z.ZodMiniType | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant({});
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** Who sends a request; `forged` brings a token that nobody issued. */
export const CALLERS = ['nobody', 'forged', 'guest', 'starter', 'essential', 'staff'] as const;
export type FuzzCaller = (typeof CALLERS)[number];

/** One request, as it goes over the wire but for the token of its caller. */
export interface FuzzRequest {
  readonly endpoint: string;
  readonly kind: 'valid' | 'nearly' | 'hostile';
  readonly caller: FuzzCaller;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where none is sent. */
  readonly body: string | null;
}

/** What the people of a run have: texts that open something where a made-up one does not. */
export interface Known {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts known texts in the place of made-up ones, here and there. */
const withKnown = (value: unknown, choices: readonly number[], texts: readonly string[]): unknown =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner], index) => {
          const choice = choices[index % choices.length] ?? 0;
          const known = texts[choice % (texts.length * 3)];
          return [name, typeof inner === 'string' ? (known ?? inner) : inner];
        }),
      )
    : value;

/** One thing wrong with an object: a field more, less, or of another type. */
function spoilt(value: unknown, place: number, hostile: unknown, way: number): unknown {
  if (!isRecord(value)) return hostile;
  const names = Object.keys(value);
  const name = names[place % Math.max(1, names.length)];
  if (name === undefined || way === 0) return { ...value, extra: hostile };
  if (way === 1) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  return { ...value, [name]: hostile };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A text without lone surrogates, which no URL holds. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** A path that node:http sends: what it would refuse is escaped, what is malformed stays so. */
const sendable = (path: string): string =>
  wellFormed(path).replace(/[^\x21-\x7e]|#/gu, (character) => encodeURIComponent(character));

function pathOf({ path }: Endpoint, params: unknown, query: unknown, raw: boolean): string {
  const escaped = (value: unknown) =>
    raw ? textOf(value) : encodeURIComponent(wellFormed(textOf(value)));
  const given = isRecord(params) ? params : {};
  const filled = path.replace(/:(\w+)/g, (_, name: string) => escaped(given[name] ?? 'none'));
  const asked = Object.entries(isRecord(query) ? query : {}).map(
    ([name, value]) => `${escaped(name)}=${escaped(value)}`,
  );
  return sendable(asked.length > 0 ? `${filled}?${asked.join('&')}` : filled);
}

/** Header values that node:http sends. */
const headerText = hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 2000));

const hostileHeaders = fc.record(
  {
    'content-type': fc.oneof(
      fc.constantFrom(
        'text/html',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-7',
      ),
      headerText,
    ),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'bogus'),
    [IDEMPOTENCY_HEADER.toLowerCase()]: headerText,
    [VERSION_HEADER.toLowerCase()]: fc.oneof(fc.constantFrom('*', '"1"', 'W/"2"'), headerText),
    'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"'), headerText),
    'x-forwarded-for': headerText,
    'x-http-method-override': fc.constantFrom(...METHODS),
    'user-agent': headerText,
    origin: fc.constantFrom('https://evil.test', 'null'),
    cookie: headerText,
  },
  { requiredKeys: [] },
);

/** The headers that a request has. */
const present = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** JSON as sent; cut off, doubled or none where the request is hostile. */
const bodyText = (value: unknown, way: number): string => {
  const json = JSON.stringify(value);
  if (way === 1) return json.slice(0, -1);
  if (way === 2) return `${json}${json}`;
  if (way === 3) return textOf(value);
  return way === 4 ? JSON.stringify({ padding: 'x'.repeat(120_000) }) : json;
};

/** Requests to one endpoint: valid ones as its own schemas say, others with something wrong, others out of all order. */
function requestsTo(name: string, endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest> {
  const parts = fc.record({
    params: fromSchema(endpoint.params),
    query: fromSchema(endpoint.query),
    body: fromSchema(endpoint.body),
  });
  const takesBody = endpoint.method !== 'GET';
  return fc
    .record({
      parts,
      kind: fc.constantFrom('valid', 'nearly', 'hostile'),
      caller: fc.constantFrom(...CALLERS, 'essential', 'staff', 'staff'),
      choices: fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }),
      place: fc.nat(20),
      way: fc.nat(8),
      part: fc.constantFrom('params', 'query', 'body'),
      hostile: hostileValue,
      method: fc.constantFrom(...METHODS),
      headers: hostileHeaders,
      key: fc.uuid({ version: 4 }),
    })
    .map(({ parts: { params, query, body }, kind, caller, choices, place, way, part, ...rest }) => {
      const { hostile, method, headers, key } = rest;
      const given = {
        params: withKnown(params, choices, known.ids),
        query,
        body: withKnown(body, choices, known.texts),
      };
      if (kind !== 'valid') given[part] = spoilt(given[part], place, hostile, way % 3);
      const isHostile = kind === 'hostile';
      const own = { 'content-type': 'application/json', [IDEMPOTENCY_HEADER.toLowerCase()]: key };
      return {
        endpoint: name,
        kind,
        caller,
        method: isHostile && way > 6 ? method : endpoint.method,
        path: pathOf(endpoint, given.params, given.query, isHostile),
        headers: { ...own, ...(isHostile ? present(headers) : {}) },
        body:
          takesBody || (isHostile && way === 5) ? bodyText(given.body, isHostile ? way : 0) : null,
      };
    });
}

/** Requests to every endpoint of the registry, each as often as the others. */
export const anyRequest = (known: Known): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...Object.entries<Endpoint>(endpoints).map(([name, endpoint]) =>
      requestsTo(name, endpoint, known),
    ),
  );
