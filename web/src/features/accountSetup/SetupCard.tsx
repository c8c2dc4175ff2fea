import type { ReactNode } from 'react';
import { ACCESS_PATHS } from '../../content/accountSetup';
import { useOutboxKept, useUploaded } from '../../data/outbox/useOutbox';
import type { SetupStatus } from '../../data/setups/status';
import { useOnline } from '../../data/useOnline';
import { Chip } from '../../ui/Chip';
import { Panel } from '../../ui/Panel';
import { UploadProgress } from '../../ui/UploadProgress';
import { SetupFacts } from './SetupFacts';
import { setupWords } from './setupWords';

/** The account setup that was sent last, and how far it has come. */
export function SetupCard({ status, children }: { status: SetupStatus; children?: ReactNode }) {
  const { id, brokerAccount, depositAmount, accessPath, state } = status;
  const share = useUploaded(id);
  const words = setupWords(status, useOnline(), useOutboxKept());
  return (
    <Panel title={words.title} aside={<Chip tone={words.tone}>{words.chip}</Chip>}>
      <div className="grid gap-4 px-4 pb-4">
        <p role="status" className="text-sm text-muted">
          {words.text}
        </p>
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
