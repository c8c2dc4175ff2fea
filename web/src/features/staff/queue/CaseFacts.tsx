import { roughDuration, watDate, watMoment, type ProofCase } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Facts } from '../parts/Facts';
import { History } from '../parts/History';
import { TierChip } from '../parts/TierChip';
import { duplicateWords, fundedWords, listedWords, SUGGESTIONS, suggestedTier } from './words';

const suggestion = ({ broker }: ProofCase) => {
  const tier = suggestedTier(broker);
  return tier === null ? 'nothing: look closely' : SUGGESTIONS[tier];
};

function Duplicates({
  found: { duplicates, proof },
  onOpen,
}: {
  found: ProofCase;
  onOpen: (id: string) => void;
}) {
  return duplicates.map((one) => (
    <Notice
      key={`${one.kind} ${one.proofId}`}
      tone="warning"
      actions={
        <Button size="small" onClick={() => onOpen(one.proofId)}>
          Look at it
        </Button>
      }
    >
      {duplicateWords(one, proof.userId)}
    </Notice>
  ));
}

function Earlier({ found: { earlier }, now }: { found: ProofCase; now: number }) {
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier proofs" className="grid gap-2">
      <h3 className="text-sm">Earlier proofs</h3>
      <ul className="grid gap-2 text-sm">
        {earlier.map(({ id, state, reason, createdAt, traderId }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{traderId}</bdi>, {state}
            {reason !== null && (
              <>
                : <bdi>{reason}</bdi>
              </>
            )}
            <span className="block text-xs text-muted">
              {watMoment(Date.parse(createdAt), now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whose proof it is, what they say, and what the broker says. */
export function CaseFacts({ found, onOpen }: { found: ProofCase; onOpen: (id: string) => void }) {
  const now = useNow(30_000);
  const { user, proof, broker, history } = found;
  return (
    <div className="grid gap-4">
      <header>
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg wrap-anywhere">
            <bdi>{user.fullName}</bdi>
          </h2>
          <TierChip tier={user.tier} />
        </div>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{user.email}</bdi> · {user.admissionCode} · joined{' '}
          {watDate(Date.parse(user.createdAt))}
        </p>
      </header>
      <Facts
        facts={[
          ['Trader ID given', <bdi key="id">{proof.traderId}</bdi>],
          ['In broker list', listedWords(broker)],
          ['Funded', fundedWords(broker)],
          ['Suggests', suggestion(found)],
          ['Waiting', `${roughDuration(now - Date.parse(proof.createdAt))} of 24 h promised`],
        ]}
      />
      <Duplicates found={found} onOpen={onOpen} />
      <Earlier found={found} now={now} />
      {history.length > 0 && (
        <section aria-label="Changes of access" className="grid gap-2">
          <h3 className="text-sm">Changes of access</h3>
          <History events={history} />
        </section>
      )}
    </div>
  );
}
