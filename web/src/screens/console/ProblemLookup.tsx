import { adminWatchEndpoints } from '@quantalgo/contracts/console/endpoints';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { WAT } from '@quantalgo/contracts/core/time';
import {
  type AdminProblem,
  formatProblemCode,
  parseProblemCode,
  problemCodeSchema,
} from '@quantalgo/contracts/problems/problem';
import { type SubmitEvent, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { findProblem } from '../../data/console/console';
import { Panel } from '../../ui/Card';
import { CopyField } from '../../ui/CopyField';
import { TextField } from '../../ui/Field';
import { Button } from '../../ui/Button';
import { TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';

const KIND_TEXT: Readonly<Record<AdminProblem['kind'], string>> = {
  asked: 'The member pressed “Report a problem”.',
  call: 'A call failed on screen.',
  screen: 'A screen stopped working.',
};

const MODE_TEXT: Readonly<Record<AdminProblem['sync']['mode'], string>> = {
  idle: 'not started',
  blocked: 'locked member, no signals',
  connecting: 'connecting',
  streaming: 'live stream',
  polling: 'asking repeatedly',
};

export function ProblemLookup() {
  const [input, setInput] = useState('');
  const [invalid, setInvalid] = useState(false);
  const [problem, setProblem] = useState<AdminProblem | null>(null);
  const { pending, failure, send } = useMutation(
    async (code: string) => setProblem(await findProblem(code)),
    toFailureText(adminWatchEndpoints.findProblem),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = parseProblemCode(input);
    const isCode = problemCodeSchema.safeParse(code).success;
    setInvalid(!isCode);
    setProblem(null);
    if (isCode) void send(code);
  };
  return (
    <section aria-label="Look up a problem code" className="grid gap-4">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <TextField
          label="Problem code"
          name="code"
          help="Like 7KQ2-M9XD, as a member reads it out. Codes are kept for 30 days."
          error={invalid ? 'A code has eight letters and digits.' : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={input}
          onChange={({ target }) => setInput(target.value)}
        />
        <Button type="submit" variant="primary" className="mt-7" disabled={pending}>
          Look up
        </Button>
      </form>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
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
            <p className="text-muted">Nobody was logged in, or the account is gone.</p>
          )}
          <dl className="divide-y divide-line-soft">
            <Fact name="Received">{formatTime(problem.receivedAt)}</Fact>
            <Fact name="Happened, by the device">{formatTime(problem.at)}</Fact>
            <Fact name="Screen">{problem.screen}</Fact>
            <Fact name="Version">{problem.build}</Fact>
            <Fact name="Connection">{problem.online ? 'online' : 'offline'}</Fact>
            <Fact name="Runs from the device">{problem.worker ? 'yes' : 'no'}</Fact>
            <Fact name="Sync">
              {`${MODE_TEXT[sync.mode]}, ${sync.failures} failures, signals ${sync.whole ? 'complete' : 'not compared yet'}`}
            </Fact>
            <Fact name="Last contact">
              {sync.lastContactAt === null ? 'none' : formatTime(sync.lastContactAt)}
            </Fact>
          </dl>
          <CopyField label="Query for Logs Explorer" value={problem.logQuery} />
        </div>
      </Panel>
      <Panel title="Last calls of the device">
        <ul className="divide-y divide-line-soft">
          {calls.map(({ requestId, endpoint, status, at }) => (
            <li key={`${endpoint} ${status} ${at}`} className="px-4 py-2 text-sm">
              <p className={status === 0 || status >= 400 ? 'font-semibold text-put' : ''}>
                {`${endpoint}: ${status === 0 ? 'no answer' : status}`}
              </p>
              <p translate="no" className="text-xs wrap-anywhere text-muted">
                {`${formatTime(at)} · ${requestId ?? 'no request id'}`}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
