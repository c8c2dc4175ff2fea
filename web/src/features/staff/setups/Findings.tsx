import { type SetupCase, watMoment } from '@quantalgo/contracts';
import { Notice } from '../../../ui/Notice';
import { Facts } from '../parts/Facts';
import { dollars } from './dollars';

type Broker = SetupCase['broker'];

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

/** What the broker's own list says of the account: a picture alone proves little. */
function BrokerSays({ broker, now }: { broker: Broker; now: number }) {
  if (!broker)
    return (
      <Notice tone="warning">
        The broker’s list that was imported last does not name this account.
      </Notice>
    );
  const { underOurLink, funded, amount, importedAt } = broker;
  return (
    <Facts
      facts={[
        ['Under our link', yesNo(underOurLink)],
        ['Funded', yesNo(funded)],
        ['Amount', amount === null ? 'not said' : dollars(amount)],
        ['List of', watMoment(Date.parse(importedAt), now)],
      ]}
    />
  );
}

/** What speaks for an account setup, and what against it. */
export const Findings = ({
  found: { setup, duplicates, broker },
  now,
}: {
  found: Pick<SetupCase, 'setup' | 'duplicates' | 'broker'>;
  now: number;
}) => (
  <section aria-label="What was found" className="grid gap-3">
    {duplicates.length > 0 && (
      <Notice tone="warning">
        <p className="font-semibold">Seen before</p>
        <ul>
          {duplicates.map(({ kind, setupId, userId }) => (
            <li key={`${kind} ${setupId}`} className="wrap-anywhere">
              The same {kind} in a setup of{' '}
              {userId === setup.userId ? (
                'this member'
              ) : (
                <>
                  another account, <bdi>{userId}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    <h3 className="text-sm font-semibold">The broker’s own list</h3>
    <BrokerSays broker={broker} now={now} />
  </section>
);
