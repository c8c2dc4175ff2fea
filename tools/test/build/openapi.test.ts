import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readFileSync } from 'node:fs';
import { ENDPOINTS_FILE, endpointsText, findSummaries } from '../../src/build/endpoints';
import { buildOpenApi } from '../../src/build/openapi';
import { inRoot } from '../../src/system/root';

const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']) })),
  responses: z.record(z.string(), z.unknown()),
});

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const text = JSON.stringify(buildOpenApi(findSummaries()));

const { paths, components } = documentSchema.parse(JSON.parse(text));

it('lists every group of endpoints: npm run gen:endpoints', () => {
  expect(readFileSync(inRoot(ENDPOINTS_FILE), 'utf8')).toBe(endpointsText());
});

describe('OpenAPI document', () => {
  it.each(Object.entries<Endpoint>(endpoints))('describes %s', (name, { method, path }) => {
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    expect(paths[address]?.[method.toLowerCase()]?.operationId).toBe(name);
  });

  it('declares each parameter of its paths', () => {
    for (const [path, operations] of Object.entries(paths)) {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      for (const { parameters } of Object.values(operations)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        expect(declared.map(({ name }) => name)).toEqual(names);
      }
    }
  });

  it('refers only to schemas that exist', () => {
    const names = Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, reference]) => reference);
    const targets = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
    for (const name of names) expect(targets).toContain(name);
  });
});
