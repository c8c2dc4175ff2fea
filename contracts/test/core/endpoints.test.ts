import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { loginBodySchema } from '../../src/auth/endpoints';
import type { Endpoint } from '../../src/core/endpoint';
import { endpoints } from '../../src/endpoints';
import { signalsQuerySchema } from '../../src/signals/endpoints';

const all = Object.entries<Endpoint>(endpoints);

describe('the registry', () => {
  it('names each endpoint once', () => {
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

  it.each(all)('lets nobody but the browser keep what %s tells a member', (_name, endpoint) => {
    if (endpoint.caller !== 'public') expect(endpoint.cache).toMatch(/^(no-store|private)/);
  });

  const ofPeople = all.filter(([, { caller }]) => caller === 'staff' || caller === 'member');

  it.each(ofPeople)('takes no email address in the URL of %s', (_name, { params, query }) => {
    for (const schema of [params, query]) {
      if (!schema) continue;
      const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      for (const name of Object.keys(properties ?? {})) {
        const { error } = z.safeParse(schema, { [name]: 'ada@quantalgo.test' });
        expect(error?.issues.map(({ path }) => path[0])).toContain(name);
      }
    }
  });

  it.each(all)('takes no field in %s that it does not name', (_name, { params, query, body }) => {
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

describe('the query of the signals', () => {
  it('asks for the ten newest unless told otherwise', () => {
    expect(signalsQuerySchema.parse({})).toEqual({ limit: 10, sortOrder: 'desc' });
  });

  it('is read from text', () => {
    const query = { limit: '100', sortOrder: 'asc', updatedAfter: '2026-11-20T14:05:00.250Z' };
    expect(signalsQuerySchema.parse(query)).toEqual({
      limit: 100,
      sortOrder: 'asc',
      updatedAfter: 1795183500250,
    });
  });
});

describe('a login', () => {
  it('takes the address in any case and with blanks around, and the password as it is', () => {
    const body = { email: ' Ada@QuantAlgo.test ', password: ' Trader2026 ' };
    expect(loginBodySchema.parse(body)).toEqual({
      email: 'ada@quantalgo.test',
      password: ' Trader2026 ',
    });
  });
});
