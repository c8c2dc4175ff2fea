function encode(value: unknown): object {
  if (value === null || value === undefined) return { null_value: null };
  if (typeof value === 'string') return { string_value: value };
  if (typeof value === 'boolean') return { bool_value: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { int_value: value } : { float_value: value };
  if (value instanceof Date) return { timestamp_value: value.toISOString() };
  if (Array.isArray(value)) return { list_value: { values: value.map(encode) } };
  const entries: [string, unknown][] = Object.entries(value);
  const fields = Object.fromEntries(entries.map(([key, entry]) => [key, encode(entry)]));
  return { map_value: { fields } };
}

export interface Access {
  auth?: object;
  before?: object;
  after?: object;
  delimiter?: string;
}

/** `before` and `after` are the object as it is and as it would be. */
export function verifyRequest(
  rulesetName: string,
  method: string,
  path: string,
  { auth, before, after, delimiter }: Access,
): object {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((simple) => ({ simple }));
  const request = {
    path: { path_value: { segments } },
    time: encode(new Date()),
    resource: encode(after),
    auth: encode(auth),
  };
  const variables = { resource: encode(before), request: { map_value: { fields: request } } };
  const service = 'firebase.storage';
  return {
    action: 'verify',
    context: { rulesetName, service, path, method, delimiter, variables },
  };
}

export const loadRequest = (rulesetName: string, content: string): object => ({
  action: 'load_ruleset',
  context: { rulesetName, source: { files: [{ name: '/app/storage.rules', content }] } },
});

export const user = (uid: string, claims: object = {}) => ({
  uid,
  token: { sub: uid, user_id: uid, iat: 1_700_000_000, exp: 1_700_003_600, ...claims },
});

/** As rules see an object: 1 KiB of PNG, five seconds old. */
export const file = (fields: object = {}) => ({
  name: 'proofs/alice/a.png',
  bucket: 'b',
  generation: 1,
  metageneration: 1,
  size: 1024,
  timeCreated: new Date(Date.now() - 5000),
  updated: new Date(),
  md5Hash: 'x',
  contentType: 'image/png',
  metadata: {},
  ...fields,
});
