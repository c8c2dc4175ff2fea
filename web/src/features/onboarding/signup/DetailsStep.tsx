import type { Registration } from '@quantalgo/contracts';
import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../data/session/call';
import { useSending } from '../../../data/session/useSending';
import { serverNow } from '../../../data/core/clock';
import { storePending } from '../../../data/session/pendingRegistration';
import { Notice } from '../../../ui/Notice';
import { PageHeading } from '../../../ui/Heading';
import { SubmitButton } from '../../../ui/SubmitButton';
import { AlreadyMember } from './AlreadyMember';
import { DetailsFields } from './DetailsFields';
import { pathOf } from './steps';
import { useSignUpForm } from './useSignUpForm';

const WORDS = {
  wordless: 'Registration failed. Please try again.',
  unanswered: 'Network error. Please check your connection and try again.',
};

/** The registration form. */
export function DetailsStep() {
  const navigate = useNavigate();
  const form = useSignUpForm();
  const { sending, failure, waitMs, send } = useSending(async (registration: Registration) => {
    await call('register', { body: registration });
    storePending({ email: registration.email, sentAt: serverNow() });
    void navigate(pathOf('confirm'));
  }, WORDS);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const registration = form.complete();
    if (registration) void send(registration);
  };
  return (
    <>
      <PageHeading className="text-xl!">Create your account</PageHeading>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <DetailsFields form={form} />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <SubmitButton doing={sending ? 'Sending your code…' : undefined} waitMs={waitMs}>
          Send my code
        </SubmitButton>
      </form>
      <AlreadyMember />
    </>
  );
}
