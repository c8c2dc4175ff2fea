import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchNewestBackupTime } from '../../../src/platform/core/backups';

/** A response as documented in Firestore’s REST reference. */
const backup = (hour: string, state = 'READY', database = '(default)') => ({
  name: `projects/p/locations/eur3/backups/${hour}`,
  database: `projects/p/databases/${database}`,
  databaseUid: '5ff4c3f4-0d9b-4f0e-9b0e-1b6f0d1f5f5f',
  snapshotTime: `2026-11-25T${hour}:00:00.123456Z`,
  expireTime: '2027-03-03T09:00:00Z',
  state,
});

function answer(body: object, status = 200) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push(`${url} ${JSON.stringify(headers)}`);
    return Promise.resolve(
      url.startsWith('http://metadata')
        ? Response.json({ access_token: 'ya29.token', expires_in: 3000, token_type: 'Bearer' })
        : Response.json(body, { status }),
    );
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

describe('fetchNewestBackupTime', () => {
  it('returns the newest finished backup of the default database', async () => {
    const backups = [
      backup('03'),
      backup('04'),
      backup('05', 'CREATING'),
      backup('06', 'READY', 'x'),
    ];
    const requests = answer({ backups, unreachable: [] });
    expect(await fetchNewestBackupTime('p')).toBe(Date.parse('2026-11-25T04:00:00.123Z'));
    expect(requests).toEqual([
      expect.stringMatching(/^http:\/\/metadata\.google\.internal\/.*"Metadata-Flavor":"Google"/),
      'https://firestore.googleapis.com/v1/projects/p/locations/-/backups {"Authorization":"Bearer ya29.token"}',
    ]);
  });

  it('returns null without backups', async () => {
    answer({});
    expect(await fetchNewestBackupTime('p')).toBeNull();
  });

  it('throws if the platform rejects the request', async () => {
    answer({ error: { status: 'PERMISSION_DENIED' } }, 403);
    await expect(fetchNewestBackupTime('p')).rejects.toThrow(
      'firestore.googleapis.com responded with 403',
    );
  });
});
