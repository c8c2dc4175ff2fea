import { useState } from 'react';
import { memberArchive } from '../../../data/account/archive';
import { saveFile } from '../../../data/core/saveFile';
import { useSending } from '../../../data/session/useSending';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { failureWords } from '../failureWords';
import { OnlineOnly } from '../OnlineOnly';
import { Section } from '../Section';

const WORDS = failureWords('exportAccount');

/** All that is kept about the member, as a file. */
export function Download() {
  const [count, setCount] = useState(0);
  const [saved, setSaved] = useState(false);
  const { sending, failure, waitMs, send } = useSending(async () => {
    setCount(0);
    setSaved(false);
    saveFile(await memberArchive(setCount));
    setSaved(true);
  }, WORDS);
  return (
    <Section
      id="download"
      title="Your data"
      about="All that we keep about you, the ledger proofs of every signal you received included."
    >
      <OnlineOnly what="The download" />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {saved && (
        <Notice>The archive is written: account.json, and signals.csv for spreadsheets.</Notice>
      )}
      <div className="grid sm:justify-start">
        <Button
          disabled={waitMs > 0}
          doing={sending ? `Gathering… ${count.toLocaleString('en-GB')} signals` : undefined}
          onClick={() => void send()}
        >
          Download my data
        </Button>
      </div>
    </Section>
  );
}
