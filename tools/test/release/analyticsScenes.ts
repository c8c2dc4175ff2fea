import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANALYTICS_COLLECTIONS, exportAnalytics } from '../../src/deploy/analytics';
import { type CommandResult, type Run, formatCall } from '../../src/deploy/cli';

const PROJECT = 'lumen-staging';
const BUCKET = `${PROJECT}-analytics`;
const NOW = Date.parse('2026-11-26T09:30:00Z');
const DATABASE = `https://firestore.googleapis.com/v1/projects/${PROJECT}/databases/(default)`;
const BIGQUERY = `https://bigquery.googleapis.com/bigquery/v2/projects/${PROJECT}`;
const STORAGE = 'https://storage.googleapis.com/storage/v1/b';

const exportRequest = z.strictObject({
  outputUriPrefix: z.string(),
  collectionIds: z.array(z.string()),
  snapshotTime: z.string(),
});
const loadRequest = z.strictObject({
  configuration: z.strictObject({
    load: z.strictObject({
      sourceUris: z.array(z.string()),
      sourceFormat: z.literal('DATASTORE_BACKUP'),
      writeDisposition: z.literal('WRITE_TRUNCATE'),
      destinationTable: z.strictObject({
        projectId: z.literal(PROJECT),
        datasetId: z.literal('analytics'),
        tableId: z.string(),
      }),
    }),
  }),
});

const toAnswer = (answer: unknown): CommandResult => ({
  code: 0,
  stdout: JSON.stringify(answer),
  stderr: '',
});
const toError = (code: number, message: string): CommandResult => ({
  code: 1,
  stdout: '',
  stderr: `${code} ${JSON.stringify({ error: { code, message } })}`,
});

/**
 * Google's APIs as their references document them. Background work ends at the second poll.
 * `work` fails once: the first export, or the first load of a table.
 */
function openPlatform(failing: { readonly work?: 'export' | 'misses' } = {}) {
  let { work } = failing;
  const fails = (name: typeof work) => {
    if (work !== name) return false;
    work = undefined;
    return true;
  };
  const resources = new Set<string>();
  const operations: object[] = [
    // Another operation of the database, with its own metadata.
    {
      name: 'projects/p/databases/(default)/operations/index',
      metadata: { state: 'SUCCESSFUL' },
      done: true,
    },
  ];
  const jobs: object[] = [];
  const folders = new Set<string>();
  const changes: string[] = [];

  /** Lists an object as running at first, then as ended. */
  const createTicker = (list: object[], running: object, finished: object) => {
    const entry = { ...running };
    list.unshift(entry);
    let polls = 0;
    return () => {
      polls += 1;
      if (polls === 2) Object.assign(entry, finished);
    };
  };
  const clocks: (() => void)[] = [];
  const answerList = (answer: object) => {
    const result = toAnswer(answer);
    for (const tick of clocks) tick();
    return result;
  };

  const beginExport = (body: string): CommandResult => {
    const request = exportRequest.parse(JSON.parse(body));
    const { outputUriPrefix } = request;
    if (folders.has(outputUriPrefix))
      return toError(400, `Path already exists: ${outputUriPrefix}`);
    folders.add(outputUriPrefix);
    const name = `projects/${PROJECT}/databases/(default)/operations/${folders.size}`;
    const metadata = {
      '@type': 'type.googleapis.com/google.firestore.admin.v1.ExportDocumentsMetadata',
      startTime: '2026-11-26T09:30:01.120Z',
      ...request,
    };
    const message = `Service account does not have access to Google Cloud Storage file: ${outputUriPrefix}`;
    const { operationState, ...outcome } = fails('export')
      ? { done: true, error: { code: 7, message }, operationState: 'FAILED' }
      : { done: true, response: { outputUriPrefix }, operationState: 'SUCCESSFUL' };
    clocks.push(
      createTicker(
        operations,
        { name, metadata: { ...metadata, operationState: 'PROCESSING' } },
        { ...outcome, metadata: { ...metadata, operationState } },
      ),
    );
    return toAnswer({ name });
  };

  const beginLoad = (body: string): CommandResult => {
    const { configuration } = loadRequest.parse(JSON.parse(body));
    const [uri = ''] = configuration.load.sourceUris;
    const folder = [...folders].find((one) => uri.startsWith(`${one}/all_namespaces/kind_`));
    const error = { reason: 'invalid', location: uri, message: 'Error while reading data' };
    const jobReference = { projectId: PROJECT, jobId: `job_${jobs.length}`, location: 'EU' };
    const job = { kind: 'bigquery#job', jobReference, configuration };
    const isFailing =
      folder === undefined ||
      (configuration.load.destinationTable.tableId === 'misses' && fails('misses'));
    clocks.push(
      createTicker(
        jobs,
        { ...job, state: 'RUNNING', status: { state: 'RUNNING' } },
        {
          state: 'DONE',
          status: { state: 'DONE', ...(isFailing && { errorResult: error }) },
          ...(isFailing && { errorResult: error }),
        },
      ),
    );
    return toAnswer({ ...job, status: { state: 'PENDING' } });
  };

  const create = (path: string) => {
    resources.add(path);
    return toAnswer({});
  };
  const find = (path: string) =>
    resources.has(path) ? toAnswer({ id: path }) : toError(404, `Not found: ${path}`);

  const answer = (call: string, body: string): CommandResult => {
    if (call.startsWith('gcloud services list'))
      return toAnswer(
        resources.has('bigquery') ? [{ config: { name: 'bigquery.googleapis.com' } }] : [],
      );
    if (call.startsWith('gcloud services enable bigquery.googleapis.com'))
      return create('bigquery');
    if (call.startsWith('sleep')) return toAnswer({});
    const [method = '', url = ''] = call.replaceAll("'", '').split(' ');
    const route = `${method} ${url.split('?')[0]}`;
    switch (route) {
      case `GET ${STORAGE}/${BUCKET}`:
        return find('bucket');
      case `POST ${STORAGE}`:
        return create('bucket');
      case `GET ${BIGQUERY}/datasets/analytics`:
        return find('dataset');
      case `POST ${BIGQUERY}/datasets`:
        return create('dataset');
      case `GET ${DATABASE}/operations`:
        return answerList({ operations });
      case `POST ${DATABASE}:exportDocuments`:
        return beginExport(body);
      case `GET ${BIGQUERY}/jobs`:
        return answerList({ kind: 'bigquery#jobList', jobs });
      case `POST ${BIGQUERY}/jobs`:
        return beginLoad(body);
      default:
        throw new Error(`Nobody answers ${call}`);
    }
  };

  const run: Run = (program, args, input = '') => {
    const call = formatCall({ program, args });
    if (call.startsWith('POST') || call.includes(' enable ')) changes.push(`${call} ${input}`);
    return Promise.resolve(answer(call, input));
  };
  return { run, changes };
}

async function runExport(platform: ReturnType<typeof openPlatform>, now = NOW, answer = true) {
  const countBefore = platform.changes.length;
  const context = { run: platform.run, say: () => {}, confirm: () => Promise.resolve(answer) };
  const outcome = await exportAnalytics(PROJECT, context, now).catch((error: unknown) =>
    String(error),
  );
  return { outcome, changes: platform.changes.slice(countBefore) };
}

const findExports = (changes: readonly string[]) =>
  changes.filter((call) => call.includes(':exportDocuments'));
const findTables = (changes: readonly string[]) =>
  changes.flatMap((call) => /"tableId":"(\w+)"/.exec(call)?.[1] ?? []);

export function analyticsScenes(): void {
  it('loads the collections into BigQuery by a Firestore export, once a day', async () => {
    const platform = openPlatform();
    const { outcome, changes } = await runExport(platform);
    expect(outcome).toBe(0);
    expect(findExports(changes)).toEqual([
      expect.stringContaining(
        `"outputUriPrefix":"gs://${BUCKET}/2026-11-26/1","collectionIds":${JSON.stringify(ANALYTICS_COLLECTIONS)},"snapshotTime":"2026-11-26T00:00:00.000Z"`,
      ),
    ]);
    expect(findTables(changes)).toEqual([...ANALYTICS_COLLECTIONS]);
    expect(changes.join('\n')).toContain('"location":"EU"');
    expect(await runExport(platform)).toEqual({ outcome: 0, changes: [] });
    const nextDay = await runExport(platform, NOW + 24 * 60 * 60_000);
    expect(findExports(nextDay.changes)).toEqual([expect.stringContaining('/2026-11-27/1"')]);
    expect(findTables(nextDay.changes)).toEqual([...ANALYTICS_COLLECTIONS]);
  });

  it('loads nothing from a failed export, and exports to a new folder when run again', async () => {
    const platform = openPlatform({ work: 'export' });
    const { outcome, changes } = await runExport(platform);
    expect(outcome).toContain('Stopped at “Export 5 collections as of 2026-11-26');
    expect(outcome).toContain('Service account does not have access');
    expect(outcome).toContain(`npm run export-analytics -- ${PROJECT}`);
    expect(findTables(changes)).toEqual([]);
    const retry = await runExport(platform);
    expect(retry.outcome).toBe(0);
    expect(findExports(retry.changes)).toEqual([expect.stringContaining('/2026-11-26/2"')]);
    expect(findTables(retry.changes)).toEqual([...ANALYTICS_COLLECTIONS]);
  });

  it('stops at a table that failed to load, and resumes there when run again', async () => {
    const platform = openPlatform({ work: 'misses' });
    const { outcome, changes } = await runExport(platform);
    expect(outcome).toContain('Stopped at “Load table analytics.misses”: Error while reading data');
    expect(findTables(changes)).toEqual(['signals', 'ledger', 'misses']);
    const retry = await runExport(platform);
    expect(retry.outcome).toBe(0);
    expect(findExports(retry.changes)).toEqual([]);
    expect(findTables(retry.changes)).toEqual(['misses', 'publications', 'pushDelays']);
  });

  it('waits for an export of an interrupted run instead of starting another', async () => {
    const platform = openPlatform();
    const interrupted: Run = (program, ...more) =>
      program === 'sleep'
        ? Promise.reject(new Error('Interrupted'))
        : platform.run(program, ...more);
    const first = await runExport({ ...platform, run: interrupted });
    expect(first.outcome).toContain('Interrupted');
    expect(findExports(first.changes)).toHaveLength(1);
    const { outcome, changes } = await runExport(platform);
    expect(outcome).toBe(0);
    expect(findExports(changes)).toEqual([]);
    expect(findTables(changes)).toEqual([...ANALYTICS_COLLECTIONS]);
  });

  it('changes nothing if it is declined', async () => {
    expect(await runExport(openPlatform(), NOW, false)).toEqual({ outcome: 1, changes: [] });
  });
}
