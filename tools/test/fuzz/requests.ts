import {
  type Endpoint,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { hostileText, hostileValue } from './files';

type Json = z.core.JSONSchema.BaseSchema | boolean;

function createMatchingText(pattern: string): fc.Arbitrary<string> {
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

/** Longer texts only cost time; hostile texts cover excess length. */
const MAX_LENGTH = 300;

function text(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<string> {
  const formatted = FORMATS[schema.format ?? ''];
  if (formatted) return formatted;
  if (schema.pattern !== undefined) return createMatchingText(schema.pattern);
  const minLength = Math.min(schema.minLength ?? 0, MAX_LENGTH);
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, MAX_LENGTH));
  return fc.string({ minLength, maxLength });
}

function number(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<number> {
  const min = schema.minimum ?? -1000;
  const max = Math.min(schema.maximum ?? 100_000, 1e9);
  if (schema.type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 100) / 100);
}

function createObject(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(entries.map(([name, inner]) => [name, createValue(inner)]));
  return fc.record(fields, { requiredKeys: schema.required ?? [] });
}

/** Values by a JSON schema, which can't express refinements of texts and between fields. */
function createValue(schema: Json): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map(createValue));
  if (schema.type === 'object') return createObject(schema);
  if (schema.type === 'array')
    return fc.array(createValue(getItemSchema(schema)), { maxLength: 5 });
  if (schema.type === 'string') return text(schema);
  if (schema.type === 'integer' || schema.type === 'number') return number(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : fc.jsonValue();
}

function getItemSchema({ items }: z.core.JSONSchema.BaseSchema): Json {
  if (Array.isArray(items)) return items[0] ?? true;
  return items ?? true;
}

/** Valid values or nearly so; nothing if an endpoint takes nothing. */
function createFromSchema(schema: z.ZodMiniType | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant({});
  return createValue(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** `forged` sends a token that nobody issued. */
export const CALLERS = ['nobody', 'forged', 'guest', 'starter', 'essential', 'staff'] as const;
export type FuzzCaller = (typeof CALLERS)[number];

export interface FuzzRequest {
  readonly endpoint: string;
  readonly kind: 'valid' | 'nearly' | 'hostile';
  readonly caller: FuzzCaller;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Texts of a run's people: unlike made-up ones, they open something. */
export interface KnownTexts {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const insertKnown = (
  value: unknown,
  choices: readonly number[],
  texts: readonly string[],
): unknown =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, inner], index) => {
          const choice = choices[index % choices.length] ?? 0;
          const known = texts[choice % (texts.length * 3)];
          return [name, typeof inner === 'string' ? (known ?? inner) : inner];
        }),
      )
    : value;

function corrupt(value: unknown, place: number, hostile: unknown, way: number): unknown {
  if (!isRecord(value)) return hostile;
  const names = Object.keys(value);
  const name = names[place % Math.max(1, names.length)];
  if (name === undefined || way === 0) return { ...value, extra: hostile };
  if (way === 1) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  return { ...value, [name]: hostile };
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Without lone surrogates, which no URL holds. */
const toWellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** Escapes only what node:http would refuse. */
const escapePath = (path: string): string =>
  toWellFormed(path).replace(/[^\x21-\x7e]|#/gu, (character) => encodeURIComponent(character));

function buildPath({ path }: Endpoint, params: unknown, query: unknown, raw: boolean): string {
  const escapeValue = (value: unknown) =>
    raw ? toText(value) : encodeURIComponent(toWellFormed(toText(value)));
  const values = isRecord(params) ? params : {};
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
    escapeValue(values[name] ?? 'none'),
  );
  const parameters = Object.entries(isRecord(query) ? query : {}).map(
    ([name, value]) => `${escapeValue(name)}=${escapeValue(value)}`,
  );
  return escapePath(parameters.length > 0 ? `${filledPath}?${parameters.join('&')}` : filledPath);
}

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

const dropUndefined = (
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** JSON; cut off, doubled or invalid if the request is hostile. */
const createBody = (value: unknown, way: number): string => {
  const json = JSON.stringify(value);
  if (way === 1) return json.slice(0, -1);
  if (way === 2) return `${json}${json}`;
  if (way === 3) return toText(value);
  return way === 4 ? JSON.stringify({ padding: 'x'.repeat(120_000) }) : json;
};

/** Valid by the endpoint's own schemas, with one mistake, or hostile throughout. */
function createRequests(
  name: string,
  endpoint: Endpoint,
  known: KnownTexts,
): fc.Arbitrary<FuzzRequest> {
  const parts = fc.record({
    params: createFromSchema(endpoint.params),
    query: createFromSchema(endpoint.query),
    body: createFromSchema(endpoint.body),
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
      const values = {
        params: insertKnown(params, choices, known.ids),
        query,
        body: insertKnown(body, choices, known.texts),
      };
      if (kind !== 'valid') values[part] = corrupt(values[part], place, hostile, way % 3);
      const isHostile = kind === 'hostile';
      const ownHeaders = {
        'content-type': 'application/json',
        [IDEMPOTENCY_HEADER.toLowerCase()]: key,
      };
      return {
        endpoint: name,
        kind,
        caller,
        method: isHostile && way > 6 ? method : endpoint.method,
        path: buildPath(endpoint, values.params, values.query, isHostile),
        headers: { ...ownHeaders, ...(isHostile ? dropUndefined(headers) : {}) },
        body:
          takesBody || (isHostile && way === 5)
            ? createBody(values.body, isHostile ? way : 0)
            : null,
      };
    });
}

export const anyRequest = (known: KnownTexts): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...Object.entries<Endpoint>(endpoints).map(([name, endpoint]) =>
      createRequests(name, endpoint, known),
    ),
  );
