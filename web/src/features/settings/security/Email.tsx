import type { User } from '@quantalgo/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { OnlineOnly } from '../OnlineOnly';
import { Section } from '../Section';
import { EmailCode } from './EmailCode';
import { EmailForm } from './EmailForm';

type Step =
  { readonly at: 'idle' | 'form' | 'done' } | { readonly at: 'code'; readonly email: string };

/** The address of the account: a new one counts once the code that was mailed to it is entered. */
export function Email({ member }: { member: User }) {
  const [step, setStep] = useState<Step>({ at: 'idle' });
  return (
    <Section id="email" title="Email" about="For logging in, for codes and for answers.">
      <OnlineOnly what="Changing it" />
      {step.at === 'done' && (
        <Notice>Your address is changed. Other devices were signed out.</Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{member.email}</span>
        {(step.at === 'idle' || step.at === 'done') && (
          <Button size="small" onClick={() => setStep({ at: 'form' })}>
            Change email
          </Button>
        )}
      </div>
      {step.at === 'form' && <EmailForm onMailed={(email) => setStep({ at: 'code', email })} />}
      {step.at === 'code' && (
        <EmailCode
          email={step.email}
          onDone={() => setStep({ at: 'done' })}
          onBack={() => setStep({ at: 'form' })}
        />
      )}
    </Section>
  );
}
