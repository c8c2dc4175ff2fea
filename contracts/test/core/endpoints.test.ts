import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { loginBodySchema } from '../../src/auth/endpoints';
import type { Endpoint } from '../../src/core/endpoint';
import { endpoints } from '../../src/allEndpoints';
import { signalsQuerySchema } from '../../src/signals/endpoints';

const all = Object.entries<Endpoint>(endpoints);

describe('endpoint registry', () => {
  it('has a unique method and path for each endpoint', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each([
    ['POST', '/auth/login'],
    ['POST', '/auth/logout'],
    ['GET', '/auth/me'],
    ['GET', '/countdown'],
    ['GET', '/api/signals'],
    ['GET', '/api/signals/stats/performance'],
  ])('has the specified %s %s', (method, path) => {
    expect(all.some(([, one]) => one.method === method && one.path === path)).toBe(true);
  });

  it.each(all)('keeps %s out of shared caches unless it is public', (_name, endpoint) => {
    if (endpoint.caller !== 'public') expect(endpoint.cache).toMatch(/^(no-store|private)/);
  });

  const ofPeople = all.filter(([, { caller }]) => caller === 'staff' || caller === 'member');

  it.each(ofPeople)('rejects email addresses in the URL of %s', (_name, { params, query }) => {
    for (const schema of [params, query]) {
      if (!schema) continue;
      const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      for (const name of Object.keys(properties ?? {})) {
        const { error } = z.safeParse(schema, { [name]: 'ada@quantalgo.test' });
        expect(error?.issues.map(({ path }) => path[0])).toContain(name);
      }
    }
  });

  it.each(all)('rejects unknown fields in %s', (_name, { params, query, body }) => {
    for (const schema of [params, query, body]) {
      if (!schema) continue;
      for (const shape of schema instanceof z.ZodMiniDiscriminatedUnion
        ? schema.def.options
        : [schema]) {
        const { error } = z.safeParse(shape, { neverHeardOf: '1' });
        expect(error?.issues.map(({ code }) => code)).toContain('unrecognized_keys');
      }
    }
  });
});

describe('signals query', () => {
  it('defaults to the ten newest', () => {
    expect(signalsQuerySchema.parse({})).toEqual({ limit: 10, sortOrder: 'desc' });
  });

  it('is parsed from text', () => {
    const query = { limit: '100', sortOrder: 'asc', updatedAfter: '2026-11-20T14:05:00.250Z' };
    expect(signalsQuerySchema.parse(query)).toEqual({
      limit: 100,
      sortOrder: 'asc',
      updatedAfter: 1795183500250,
    });
  });
});

describe('login body', () => {
  it('normalises the email and leaves the password unchanged', () => {
    const body = { email: ' Ada@QuantAlgo.test ', password: ' Trader2026 ' };
    expect(loginBodySchema.parse(body)).toEqual({
      email: 'ada@quantalgo.test',
      password: ' Trader2026 ',
    });
  });
});
