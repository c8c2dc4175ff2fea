import { type AdminSetup, moneyText } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { ACCESS_PATHS } from '../../../content/onboarding';
import { useNow } from '../../../data/core/clock';
import { useSetupCase, useWaitingSetups } from '../../../data/staff/submissions';
import { Card } from '../../../ui/Card';
import { Skeleton } from '../../../ui/Loading';
import { Notice } from '../../../ui/Notice';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerList, AnswerNotice } from '../AnswerList';
import { CaseHead, CaseRow, ListAndCase } from '../CaseList';
import { SetupCaseView } from './SetupCase';

const idSchema = z.catch(z.nullable(z.uuid()), null);

/** Account setups that wait for staff, oldest first. */
export default function Setups() {
  const waiting = useWaitingSetups();
  const [address, setAddress] = useSearchParams();
  const id = idSchema.parse(address.get('setup'));
  const now = useNow(60_000);
  const [done, setDone] = useState<string | null>(null);
  const setups = waiting.seen?.value ?? [];
  const opened = setups.find((one) => one.id === id);
  const goTo = (next: string | null, replace: boolean) =>
    setAddress(next === null ? {} : { setup: next }, { replace });

  const decided = (words: string) => {
    setDone(words);
    const place = setups.findIndex((one) => one.id === id);
    goTo((setups[place + 1] ?? setups[place - 1])?.id ?? null, true);
    waiting.amend((all) => all.filter((one) => one.id !== id));
  };
  return (
    <div className="grid gap-4">
      <ScreenHead title="Account setups" aside={<Age answer={waiting} />}>
        Funded broker accounts that wait for a look, oldest first. Approving one opens its member’s
        dashboard.
      </ScreenHead>
      <AnswerNotice answer={waiting} />
      {done !== null && <Notice>{done}</Notice>}
      {id !== null && waiting.seen && !opened && (
        <Notice>This account setup does not wait any more.</Notice>
      )}
      <ListAndCase
        list={
          <Card className="overflow-hidden">
            <AnswerList answer={waiting} label="Account setups" none="No account setup waits.">
              {(setup) => (
                <CaseRow
                  key={setup.id}
                  title={setup.brokerAccount}
                  below={ACCESS_PATHS[setup.accessPath].name}
                  aside={
                    <span className="text-sm font-semibold">{moneyText(setup.depositAmount)}</span>
                  }
                  createdAt={setup.createdAt}
                  current={setup.id === id}
                  now={now}
                  onOpen={() => {
                    setDone(null);
                    goTo(setup.id, false);
                  }}
                />
              )}
            </AnswerList>
          </Card>
        }
        opened={
          opened ? (
            <OpenedSetup
              key={opened.id}
              setup={opened}
              now={now}
              onDecided={decided}
              onBack={() => goTo(null, true)}
            />
          ) : null
        }
      />
    </div>
  );
}

/** An account setup that was opened: with what is known from the list, until all of it is here. */
function OpenedSetup({
  setup: { id, brokerAccount },
  now,
  onDecided,
  onBack,
}: {
  setup: AdminSetup;
  now: number;
  onDecided: (words: string) => void;
  onBack: () => void;
}) {
  const answer = useSetupCase(id);
  return (
    <Card className="grid gap-4 p-4">
      <CaseHead title={brokerAccount} onBack={onBack}>
        <p className="text-xs text-muted">Broker account</p>
      </CaseHead>
      {answer.failure !== null && <AnswerNotice answer={answer} />}
      {answer.seen ? (
        <SetupCaseView found={answer.seen.value} now={now} onDecided={onDecided} />
      ) : (
        answer.asking && <Skeleton className="h-96 rounded-lg" />
      )}
    </Card>
  );
}
