import type { ReactNode } from 'react';
import { ACCESS_PATHS } from '../../content/onboarding';
import { useOutboxKept, useUploaded } from '../../data/outbox/outbox';
import type { SetupStatus } from '../../data/account/setup';
import { useOnline } from '../../data/core/useOnline';
import { Chip } from '../../ui/Chip';
import { Panel } from '../../ui/Card';
import { UploadProgress } from '../../ui/Progress';
import { SetupFacts } from './SetupFacts';
import { setupWords } from './setupWords';

/** The account setup that was sent last, and how far it has come. */
export function SetupCard({ status, children }: { status: SetupStatus; children?: ReactNode }) {
  const { id, brokerAccount, depositAmount, accessPath, state } = status;
  const share = useUploaded(id);
  const words = setupWords(status, useOnline(), useOutboxKept());
  return (
    <Panel title="Your account setup" aside={<Chip tone={words.tone}>{words.chip}</Chip>}>
      <div className="grid gap-4 px-4 pb-4">
        <div role="status" className="grid gap-1 text-sm">
          <p className="font-semibold">{words.title}</p>
          <p className="text-muted">{words.text}</p>
        </div>
        {state === 'unsent' && share !== null && (
          <UploadProgress label="Uploading your proof" share={share} />
        )}
        <SetupFacts
          brokerAccount={brokerAccount}
          depositAmount={depositAmount}
          path={ACCESS_PATHS[accessPath].name}
        />
        {children}
      </div>
    </Panel>
  );
}
