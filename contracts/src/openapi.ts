import * as z from 'zod/mini';
import { accountArchiveSchema } from './account';
import { type Endpoint, envelopeSchema, IDEMPOTENCY_HEADER } from './endpoint';
import { BRAND } from './brand';
import { endpoints } from './endpoints';

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

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

const parametersOf = (schema: z.ZodMiniType | undefined, place: 'query' | 'path') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
};

function replyOf(data: z.ZodMiniType) {
  const envelope = schemaOf(envelopeSchema, 'output');
  return {
    description: 'Success',
    content: {
      'application/json': {
        schema: {
          ...envelope,
          properties: { ...envelope.properties, data: schemaOf(data, 'input') },
        },
      },
    },
  };
}

const ERROR = {
  description: 'The first broken rule, in words',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
};

function operationOf(name: string, endpoint: Endpoint) {
  const { caller, body, secondFactor = 'shown' } = endpoint;
  return {
    operationId: name,
    summary: endpoint.summary,
    security: SECURITY[caller],
    ...(caller === 'staff' && { 'x-second-factor': secondFactor }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: { 200: replyOf(endpoint.data), default: ERROR },
  };
}

/** The OpenAPI 3.1 document of the registry. */
export function buildOpenApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${BRAND.name} API`, version: '1.0.0', description: BRAND.description },
    paths,
    components: {
      schemas: {
        Envelope: schemaOf(envelopeSchema, 'output'),
        /** The file of "Download my data", which clients make of two calls. */
        AccountArchive: schemaOf(accountArchiveSchema, 'input'),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
