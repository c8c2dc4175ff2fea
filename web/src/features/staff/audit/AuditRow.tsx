import { watMoment, type AuditEntry } from '@quantalgo/contracts';
import { stateWords } from '../parts/accessWords';

type Person = AuditEntry['by'];

const nameOf = ({ id, email }: Person) => email ?? id;

function PersonButton({
  person,
  words,
  onChoose,
}: {
  person: Person;
  words: string;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      title={words}
      onClick={onChoose}
      className="text-left wrap-anywhere underline decoration-line underline-offset-2 hover:decoration-current"
    >
      <bdi>{nameOf(person)}</bdi>
      <span className="sr-only">: {words}</span>
    </button>
  );
}

/** What was done: the change of access, or in a word what else. */
function Deed({ entry: { action, change } }: { entry: AuditEntry }) {
  if (!change) return <p className="text-sm font-semibold first-letter:uppercase">{action}</p>;
  return (
    <p className="text-sm">
      <span className="text-muted">{stateWords(change.before)} →</span>{' '}
      <span className="font-semibold">{stateWords(change.after)}</span>
    </p>
  );
}

/** Who did what to whom, when and why. */
export const AuditRow = ({
  entry,
  now,
  onNarrow,
}: {
  entry: AuditEntry;
  now: number;
  onNarrow: (filter: { by?: string; userId?: string }) => void;
}) => {
  const { at, by, user, reason } = entry;
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
      <time dateTime={at} className="text-xs text-muted tabular-nums lg:pt-0.5">
        {watMoment(Date.parse(at), now)}
      </time>
      <div className="min-w-0">
        <Deed entry={entry} />
        <p className="text-xs wrap-anywhere text-muted">
          <bdi>{reason}</bdi>
        </p>
      </div>
      <p className="min-w-0 text-xs text-muted">
        by{' '}
        <PersonButton
          person={by}
          words="show what they did"
          onChoose={() => onNarrow({ by: by.id })}
        />
        {user !== null && user.id !== by.id && (
          <>
            {' '}
            to{' '}
            <PersonButton
              person={user}
              words="show what was done to them"
              onChoose={() => onNarrow({ userId: user.id })}
            />
          </>
        )}
      </p>
    </li>
  );
};
