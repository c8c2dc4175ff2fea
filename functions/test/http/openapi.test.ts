import { readFileSync } from 'node:fs';
import { endpoints, type Endpoint } from '@quantalgo/contracts';
import { buildOpenApi } from '@quantalgo/contracts/openapi';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const written: unknown = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

describe('docs/openapi.json', () => {
  it('is as new as the registry of endpoints', () => {
    const current: unknown = JSON.parse(JSON.stringify(buildOpenApi()));
    expect(written, 'It is stale: run `npm run openapi`').toEqual(current);
  });

  it.each(Object.entries<Endpoint>(endpoints))('describes %s', (name, { method, path }) => {
    const { paths } = documentSchema.parse(written);
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    expect(paths[address]?.[method.toLowerCase()]?.operationId).toBe(name);
  });
});
