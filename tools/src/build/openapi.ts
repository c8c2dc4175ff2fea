import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import {
  type Endpoint,
  envelopeSchema,
  IDEMPOTENCY_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import { type EndpointName, endpoints } from '@quantalgo/contracts/allEndpoints';
import { accountArchiveSchema } from '@quantalgo/contracts/privacy/archive';
import * as z from 'zod/mini';

const ENDPOINT_NAMES = Object.keys(endpoints).filter(
  (name): name is EndpointName => name in endpoints,
);

const SECURITY = {
  public: [],
  optional: [{}, { bearer: [] }],
  member: [{ bearer: [] }],
  staff: [{ bearer: ['staff'] }],
};

const IDEMPOTENCY_KEY = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

/** Only `z.json()` is recursive, so every reference stands for a JSON value. */
function shareJson(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('$ref' in node) node.$ref = '#/components/schemas/Json';
  Object.values(node).forEach(shareJson);
}

const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const { $schema: _dialect, $defs: _values, ...json } = converted;
  shareJson(json);
  return json;
};

const toParameters = (schema: z.ZodMiniType | undefined, place: 'query' | 'path') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
};

function toResponse(data: z.ZodMiniType) {
  const envelope = toSchema(envelopeSchema, 'output');
  return {
    description: 'Success',
    content: {
      'application/json': {
        schema: {
          ...envelope,
          properties: { ...envelope.properties, data: toSchema(data, 'input') },
        },
      },
    },
  };
}

const ERROR_RESPONSE = {
  description: 'Error. The message states the first violated rule',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
};

function toOperation(name: EndpointName, endpoint: Endpoint, summary: string | undefined) {
  const { caller, body, secondFactor = 'shown' } = endpoint;
  return {
    operationId: name,
    summary,
    security: SECURITY[caller],
    ...(caller === 'staff' && { 'x-second-factor': secondFactor }),
    parameters: [
      ...toParameters(endpoint.params, 'path'),
      ...toParameters(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toSchema(body, 'input') } },
      },
    }),
    responses: { 200: toResponse(endpoint.data), default: ERROR_RESPONSE },
  };
}

/** @param summaries by endpoint name */
export function buildOpenApi(summaries: ReadonlyMap<string, string>): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of ENDPOINT_NAMES) {
    const endpoint: Endpoint = endpoints[name];
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: toOperation(name, endpoint, summaries.get(name)),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${DEMONSTRATION_BRAND.name} API`,
      version: '1.0.0',
      description: DEMONSTRATION_BRAND.description,
    },
    paths,
    components: {
      schemas: {
        Envelope: toSchema(envelopeSchema, 'output'),
        Json: { description: 'Any JSON value' },
        AccountArchive: toSchema(accountArchiveSchema, 'input'),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
