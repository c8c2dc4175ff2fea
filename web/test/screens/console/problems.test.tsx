import type { AdminProblem } from '@quantalgo/contracts/problems/problem';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemLookup } from '../../../src/screens/console/ProblemLookup';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const REQUEST_ID = '5c1e0a4e-1f6b-4f0c-9a53-0a6c1d2e3f40';
const PROBLEM: AdminProblem = {
  code: '7KQ2M9XD',
  kind: 'call',
  build: '0.1.0 (1a2b3c4)',
  screen: '/dashboard/signals/*',
  online: true,
  worker: true,
  at: Date.parse('2026-11-20T08:00:00Z'),
  receivedAt: Date.parse('2026-11-20T08:00:01Z'),
  sync: { mode: 'polling', failures: 3, whole: false, lastContactAt: null },
  calls: [{ requestId: REQUEST_ID, endpoint: 'GET /api/signals', status: 500, at: 1 }],
  member: { id: 'ada', fullName: 'Ada Obi', email: 'ada@example.test' },
  logQuery: `jsonPayload.requestId=("${REQUEST_ID}")`,
};

async function lookUp(code: string) {
  const user = userEvent.setup();
  renderAt('/', <ProblemLookup />);
  await user.type(screen.getByLabelText(/^Problem code/), code);
  await user.click(screen.getByRole('button', { name: 'Look up' }));
}

afterEach(() => leaveTheConsole());

describe('problem code lookup', () => {
  it('normalises the code and shows the member, device and server calls', async () => {
    const calls = atTheConsole({ 'POST /api/admin/problems/search': () => PROBLEM });
    await lookUp(' 7kq2 m9xd');
    expect(await screen.findByText('Ada Obi')).toBeVisible();
    expect(calls.map(({ body }) => body)).toContainEqual({ code: '7KQ2M9XD' });
    expect(screen.getByRole('link', { name: 'ada@example.test' })).toHaveAttribute(
      'href',
      '/dashboard/admin/users#search=ada%40example.test',
    );
    for (const words of ['0.1.0 (1a2b3c4)', 'GET /api/signals: 500', PROBLEM.logQuery])
      expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByText(/polling, failures: 3/)).toBeVisible();
    expect(screen.getByText(new RegExp(REQUEST_ID.slice(0, 8)), { selector: 'p' })).toBeVisible();
  });

  it('reports an incomplete code and an unknown code', async () => {
    const calls = atTheConsole({
      'POST /api/admin/problems/search': () => new Refused(404, 'No report has this code.'),
    });
    await lookUp('7KQ2');
    expect(screen.getByText('Enter all eight letters and digits of the code.')).toBeVisible();
    expect(calls.filter(({ line }) => line.includes('problems'))).toEqual([]);
    await userEvent.setup().type(screen.getByLabelText(/^Problem code/), 'M9XD{Enter}');
    expect(await screen.findByText('No report has this code.')).toBeVisible();
  });
});
