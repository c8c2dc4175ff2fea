import { adminMonitoringEndpoints } from '@quantalgo/contracts/console/endpoints';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { WAT } from '@quantalgo/contracts/core/time';
import {
  type AdminProblem,
  formatProblemCode,
  parseProblemCode,
  problemCodeSchema,
} from '@quantalgo/contracts/problems/problem';
import { useState } from 'react';
import { useNow } from '../../data/core/clock';
import { toFailureText } from '../../data/core/errors';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { findProblem } from '../../data/console/console';
import { Panel } from '../../ui/Card';
import { CopyField } from '../../ui/CopyField';
import { TextField } from '../../ui/Field';
import { Button } from '../../ui/Button';
import { TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';

const KIND_TEXT: Readonly<Record<AdminProblem['kind'], string>> = {
  asked: 'The member pressed “Report a problem”.',
  call: 'A request failed, and the member saw the error.',
  screen: 'A screen stopped working.',
};

const MODE_TEXT: Readonly<Record<AdminProblem['sync']['mode'], string>> = {
  idle: 'not started',
  blocked: 'locked member, no signals',
  connecting: 'connecting',
  streaming: 'live stream',
  polling: 'polling',
};

const lookupSchema = {
  safeParse({ code }: { code: string }) {
    const { data } = problemCodeSchema.safeParse(parseProblemCode(code));
    return toResult(data, { code: 'Enter all eight letters and digits of the code.' });
  },
};

export function ProblemLookup() {
  const [problem, setProblem] = useState<AdminProblem | null>(null);
  const form = useForm(lookupSchema, {
    initial: { code: '' },
    onSubmit: async (code) => {
      setProblem(null);
      setProblem(await findProblem(code));
    },
    failure: toFailureText(adminMonitoringEndpoints.findProblem),
  });
  return (
    <section aria-label="Look up a problem code" className="grid gap-4">
      <form {...form.props} className="flex flex-wrap items-start gap-3">
        <TextField
          {...form.field('code')}
          label="Problem code"
          help="The code that the member reads out, for example 7KQ2-M9XD. Codes are kept for 30 days."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" variant="primary" className="mt-7" disabled={form.pending}>
          Look up
        </Button>
      </form>
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      {problem && <Report problem={problem} />}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap gap-x-3 py-1.5 text-sm">
    <dt className="w-40 text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

function Report({ problem }: { problem: AdminProblem }) {
  const now = useNow(60_000);
  const { member, sync, calls } = problem;
  const formatTime = (at: number) => formatMoment(at, now, WAT);
  return (
    <>
      <Panel title={formatProblemCode(problem.code)}>
        <div className="grid gap-4 px-4 pb-4">
          <p>{KIND_TEXT[problem.kind]}</p>
          {member ? (
            <p>
              <bdi className="font-semibold">{member.fullName}</bdi>{' '}
              <TextLink to={`${PATHS.staffUsers}#search=${encodeURIComponent(member.email)}`}>
                {member.email}
              </TextLink>
            </p>
          ) : (
            <p className="text-muted">Nobody was logged in, or the account was deleted.</p>
          )}
          <dl className="divide-y divide-line-soft">
            <Fact name="Received">{formatTime(problem.receivedAt)}</Fact>
            <Fact name="Time on the device’s clock">{formatTime(problem.at)}</Fact>
            <Fact name="Screen">{problem.screen}</Fact>
            <Fact name="Version">{problem.build}</Fact>
            <Fact name="Connection">{problem.online ? 'online' : 'offline'}</Fact>
            <Fact name="Service worker active">{problem.worker ? 'yes' : 'no'}</Fact>
            <Fact name="Sync">
              {`${MODE_TEXT[sync.mode]}, failures: ${sync.failures}, signals ${sync.whole ? 'complete' : 'not compared yet'}`}
            </Fact>
            <Fact name="Last contact">
              {sync.lastContactAt === null ? 'none' : formatTime(sync.lastContactAt)}
            </Fact>
          </dl>
          <CopyField label="Query for Logs Explorer" value={problem.logQuery} />
        </div>
      </Panel>
      <Panel title="Last requests from the device">
        <ul className="divide-y divide-line-soft">
          {calls.map(({ requestId, endpoint, status, at }) => (
            <li key={`${endpoint} ${status} ${at}`} className="px-4 py-2 text-sm">
              <p className={status === 0 || status >= 400 ? 'font-semibold text-put' : ''}>
                {`${endpoint}: ${status === 0 ? 'no response' : status}`}
              </p>
              <p translate="no" className="text-xs wrap-anywhere text-muted">
                {`${formatTime(at)} · ${requestId ?? 'no request ID'}`}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
