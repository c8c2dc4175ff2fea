import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/core/endpoint';
import { endpoints } from '../../src/allEndpoints';

const PARTS = ['params', 'query', 'body'] as const;

/** All date-time schemas within an input schema. */
function timesIn(schema: z.ZodMiniType): z.core.$ZodType[] {
  const times = new Map<string, z.core.$ZodType>();
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // A schema with checks follows its base schema at the same path, so the last one wins.
    override: ({ zodSchema, jsonSchema, path }) => {
      if (jsonSchema.format === 'date-time') times.set(path.join('.'), zodSchema);
    },
  });
  return [...times.values()];
}

const FIELDS = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  PARTS.flatMap((part) =>
    timesIn(endpoint[part] ?? z.never()).map((time) => [`${part} of ${name}`, time] as const),
  ),
);

const accepts = (schema: z.core.$ZodType, text: string) => z.safeParse(schema, text).success;

describe('time fields in requests', () => {
  it('are found in the endpoint registry', () => {
    expect(FIELDS.map(([name]) => name)).toEqual(
      expect.arrayContaining(['query of signals', 'body of chatHistory', 'body of changePush']),
    );
  });

  it.each(FIELDS)('in the %s accept only times that the database can store', (_, time) => {
    for (const text of [
      '0000-01-01T00:00:00Z',
      '0000-12-31T23:59:59.999Z',
      '-0001-01-01T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '10000-01-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:00Z',
    ])
      expect([text, accepts(time, text)]).toEqual([text, false]);
    for (const text of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
      expect([text, accepts(time, text)]).toEqual([text, true]);
  });
});
