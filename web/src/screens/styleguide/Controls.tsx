import { BRAND, PATHS } from '@quantalgo/contracts';
import { useState } from 'react';
import { Button, type ButtonLook } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { CodeInput } from '../../ui/CodeInput';
import { CopyField } from '../../ui/CopyField';
import { EmailField, PasswordField, TextField } from '../../ui/Field';
import { FileField } from '../../ui/FileField';
import { ExternalLink, ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { NumberedHeading } from '../../ui/Lists';
import { StepCount, StepLine, UploadProgress } from '../../ui/Progress';
import { Select } from '../../ui/Select';
import { SubmitButton } from '../../ui/SubmitButton';
import { Family, Specimen } from './Foundations';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const satisfies readonly ButtonLook[];

const Looks = ({ look }: { look: ButtonLook }) => (
  <Specimen name={`Button, ${look}: rest, small, at work, inert`}>
    <div className="flex flex-wrap items-center gap-3">
      <Button look={look}>Log in</Button>
      <Button look={look} size="small">
        Log in
      </Button>
      <Button look={look} doing="Signing in…" />
      <Button look={look} disabled>
        Log in
      </Button>
    </div>
  </Specimen>
);

/** Whatever is pressed or leads somewhere. */
export const Buttons = () => (
  <Family title="Buttons and links">
    {LOOKS.map((look) => (
      <Looks key={look} look={look} />
    ))}
    <Specimen name="Links that look like buttons">
      <div className="flex flex-wrap gap-3">
        <LinkButton to={PATHS.dashboard}>Inside</LinkButton>
        <ExternalLinkButton href={BRAND.telegram.community}>Outside</ExternalLinkButton>
      </div>
    </Specimen>
    <Specimen name="Links in a sentence">
      <p className="text-sm text-muted">
        To <TextLink to={PATHS.dashboard}>a screen</TextLink> or{' '}
        <ExternalLink href={BRAND.telegram.community}>out of the app</ExternalLink>.
      </p>
    </Specimen>
  </Family>
);

/** Whatever is filled in. */
export const Fields = () => (
  <Family title="Fields">
    <Specimen name="At rest, with help">
      <TextField label="Email" help="We send the code there." placeholder="ada@example.com" />
    </Specimen>
    <Specimen name="Filled in, optional">
      <TextField label="Telegram" note="optional" defaultValue="@ada" />
    </Specimen>
    <Specimen name="Refused">
      <TextField label="Email" error="Email is invalid" defaultValue="ada.obi@gmail" />
    </Specimen>
    <Specimen name="Password">
      <PasswordField label="Password" defaultValue="Trader2026" autoComplete="off" />
    </Specimen>
    <Specimen name="To be copied">
      <CopyField label="Promo code" value={BRAND.broker.promoCode} />
    </Specimen>
  </Family>
);

const COUNTRIES = ['Nigeria', 'Ghana', 'Kenya'];

const RANGES = ['1H', '4H', '1D'] as const;

const Countries = ({ error }: { error?: string }) => {
  const [country, setCountry] = useState('');
  return (
    <Select
      label="Country"
      placeholder="Choose your country"
      options={COUNTRIES}
      value={country}
      onChange={({ target }) => setCountry(target.value)}
      error={error}
    />
  );
};

function Code({ typed, error }: { typed: string; error?: string }) {
  const [code, setCode] = useState(typed);
  return (
    <CodeInput label="Confirmation code" length={7} value={code} onChange={setCode} error={error} />
  );
}

function Picture({ error }: { error?: string }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileField label="Screenshot" accept="image/*" file={file} onFile={setFile} error={error} />
  );
}

function Ranges() {
  const [range, setRange] = useState<(typeof RANGES)[number]>('4H');
  return <Choices label="Time range" options={RANGES} value={range} onChange={setRange} />;
}

/** Whatever a form is made of beyond its fields of text. */
export const Forms = () => (
  <Family title="Forms">
    <Specimen name="Address">
      <EmailField help="We send the code there." />
    </Specimen>
    <Specimen name="One of many, at rest">
      <Countries />
    </Specimen>
    <Specimen name="One of many, refused">
      <Countries error="Country is required" />
    </Specimen>
    <Specimen name="One of a few">
      <Ranges />
    </Specimen>
    <Specimen name="Code, half typed">
      <Code typed="qa2" />
    </Specimen>
    <Specimen name="Code, refused">
      <Code typed="qa2mx8p" error="Invalid confirmation code" />
    </Specimen>
    <Specimen name="Picture, to be chosen">
      <Picture />
    </Specimen>
    <Specimen name="Picture, refused">
      <Picture error="File size must be less than 10MB" />
    </Specimen>
    <Specimen name="On its way, and how far">
      <div className="grid gap-4">
        <UploadProgress label="Sending your screenshot" share={0.62} />
        <UploadProgress label="Waiting for the server" share={null} />
      </div>
    </Specimen>
    <Specimen name="Steps">
      <StepCount step={2} of={3} />
      <StepLine step={2} of={3} />
      <div className="mt-4">
        <NumberedHeading number={2}>Enter your trader ID</NumberedHeading>
      </div>
    </Specimen>
    <Specimen name="Sends: at rest, at work, told to wait">
      <div className="grid gap-3">
        <SubmitButton doing={undefined}>Log in</SubmitButton>
        <SubmitButton doing="Signing in…">Log in</SubmitButton>
        <SubmitButton doing={undefined} waitMs={42_000}>
          Log in
        </SubmitButton>
      </div>
    </Specimen>
  </Family>
);
