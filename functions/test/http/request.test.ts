import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parsePart } from '../../src/http/core/request';

const taking = (name: string) =>
  Object.entries<Endpoint>(endpoints).flatMap(([endpoint, { params, query }]) =>
    [params, query].flatMap((schema) =>
      schema instanceof z.ZodMiniObject && Object.hasOwn(schema.shape, name)
        ? [{ endpoint, schema }]
        : [],
    ),
  );

describe('part of a request', () => {
  it('rejects unpaired surrogates at any depth', () => {
    const schema = z.object({ texts: z.array(z.object({ text: z.string() })) });
    expect(() => parsePart(schema, 'body', { texts: [{ text: 'Ada \ud800' }] })).toThrow(
      'A field contains invalid Unicode',
    );
    const whole = { texts: [{ text: 'Ada 🚀' }] };
    expect(parsePart(schema, 'body', whole)).toEqual(whole);
  });

  it.each([...taking('id'), ...taking('after'), ...taking('before')])(
    'is rejected by $endpoint if it is an id reserved by Firestore',
    ({ schema }) => {
      for (const name of ['id', 'after', 'before'])
        expect(z.safeParse(schema, { [name]: '__x__' }).success).toBe(false);
    },
  );
});
