import * as z from 'zod/mini';

const TOKEN_URL =
  'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token';

const REQUEST_TIMEOUT_MS = 10_000;

const tokenSchema = z.object({ access_token: z.string() });

const backupsSchema = z.object({
  backups: z._default(
    z.array(z.object({ database: z.string(), snapshotTime: z.string(), state: z.string() })),
    [],
  ),
});

async function fetchJson<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  schema: z.ZodMiniType<T>,
) {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(url, { headers, redirect: 'error', signal });
  if (!response.ok) throw new Error(`${new URL(url).host} responded with ${response.status}`);
  return schema.parse(await response.json());
}

/** Epoch ms; null without a finished backup. */
export async function fetchNewestBackupTime(project: string): Promise<number | null> {
  const metadata = { 'Metadata-Flavor': 'Google' };
  const { access_token: token } = await fetchJson(TOKEN_URL, metadata, tokenSchema);
  const { backups } = await fetchJson(
    `https://firestore.googleapis.com/v1/projects/${project}/locations/-/backups`,
    { Authorization: `Bearer ${token}` },
    backupsSchema,
  );
  const times = backups
    .filter(({ database, state }) => database.endsWith('/(default)') && state === 'READY')
    .map(({ snapshotTime }) => Date.parse(snapshotTime));
  return times.length === 0 ? null : Math.max(...times);
}
