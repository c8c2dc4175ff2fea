import { formatTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { computeBreakEven, COIN, listMartingaleLevels } from '@quantalgo/contracts/signals/ladder';
import { type ReactNode, useState } from 'react';
import { BRAND } from '../src/core/brand';
import { SAMPLE_ODDS, SAMPLE_SLOT } from '../src/content/samples';
import { BrandMark } from '../src/ui/BrandMark';
import { Button, type ButtonVariant, SubmitButton } from '../src/ui/Button';
import { Card } from '../src/ui/Card';
import { Choices } from '../src/ui/Choices';
import { CodeInput } from '../src/ui/CodeInput';
import { CopyField } from '../src/ui/CopyField';
import { EmailField, PasswordField, TextField } from '../src/ui/Field';
import { FileField } from '../src/ui/FileField';
import { ExternalLink, ExternalLinkButton, LinkButton, TextLink } from '../src/ui/Links';
import { NumberedHeading } from '../src/ui/Lists';
import { StepCount, StepLine, UploadProgress } from '../src/ui/Progress';
import { Select } from '../src/ui/Select';
import { CadenceBar } from '../src/ui/instruments/CadenceBar';
import { DirectionMark } from '../src/ui/instruments/DirectionMark';
import { OutcomeChip, Seal } from '../src/ui/instruments/Marks';
import { ProbabilityScale } from '../src/ui/instruments/ProbabilityScale';
import { Ring, type RingTone } from '../src/ui/instruments/Ring';
import {
  LEVEL_TEXT,
  type LevelState,
  LevelStrip,
  StakeLadder,
} from '../src/ui/instruments/StakeLadder';

const SURFACES = ['bg-ink', 'bg-raised', 'bg-sunk', 'bg-line', 'bg-line-soft', 'bg-edge'] as const;

const SIGNALS = [
  'bg-accent',
  'bg-action',
  'bg-call',
  'bg-call-bg',
  'bg-put',
  'bg-put-bg',
  'bg-amber',
  'bg-amber-bg',
  'bg-flat',
] as const;

const TEXTS = [
  'text-text',
  'text-muted',
  'text-faint',
  'text-accent',
  'text-call',
  'text-put',
  'text-amber',
  'text-flat',
] as const;

const SIZES = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl'] as const;

const Swatches = ({ classes }: { classes: readonly string[] }) => (
  <ul className="grid grid-cols-3 gap-2 text-xs text-muted">
    {classes.map((name) => (
      <li key={name}>
        <span className={`block h-10 rounded-md border border-line ${name}`} />
        <span>{name.slice(3)}</span>
      </li>
    ))}
  </ul>
);

export const Foundations = () => (
  <Family title="Foundations">
    <Specimen name="Surfaces and lines">
      <Swatches classes={SURFACES} />
    </Specimen>
    <Specimen name="Colours that mean something">
      <Swatches classes={SIGNALS} />
    </Specimen>
    <Specimen name="Text">
      {TEXTS.map((name) => (
        <p key={name} className={`text-sm ${name}`}>
          {`${name}: every five minutes 0123456789`}
        </p>
      ))}
    </Specimen>
    <Specimen name="Scale">
      {SIZES.map((name) => (
        <p key={name} className={`font-semibold tracking-tight tabular-nums ${name}`}>
          1.08542
        </p>
      ))}
    </Specimen>
    <Specimen name="Card">
      <Card className="p-4 text-sm text-muted">A raised surface with a hairline.</Card>
    </Specimen>
    <Specimen name="Mark">
      <BrandMark size={40} />
    </Specimen>
  </Family>
);

export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid content-start gap-2">
    <p className="text-xs text-faint">{name}</p>
    <div>{children}</div>
  </div>
);

export const Family = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-5 border-t border-line pt-6">
    <h3 className="text-lg">{title}</h3>
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">{children}</div>
  </section>
);

const VARIANTS = [
  'primary',
  'secondary',
  'quiet',
  'danger',
] as const satisfies readonly ButtonVariant[];

const Variants = ({ variant }: { variant: ButtonVariant }) => (
  <Specimen name={`Button, ${variant}: rest, small, at work, inert`}>
    <div className="flex flex-wrap items-center gap-3">
      <Button variant={variant}>Log in</Button>
      <Button variant={variant} size="small">
        Log in
      </Button>
      <Button variant={variant} busyLabel="Logging in…" />
      <Button variant={variant} disabled>
        Log in
      </Button>
    </div>
  </Specimen>
);

export const Buttons = () => (
  <Family title="Buttons and links">
    {VARIANTS.map((variant) => (
      <Variants key={variant} variant={variant} />
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
  return <FileField label="Screenshot" file={file} onFile={setFile} error={error} />;
}

function Ranges() {
  const [range, setRange] = useState<(typeof RANGES)[number]>('4H');
  return (
    <Choices hideLabel label="Time range" options={RANGES} value={range} onChange={setRange} />
  );
}

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
        <SubmitButton busyLabel={undefined}>Log in</SubmitButton>
        <SubmitButton busyLabel="Logging in…">Log in</SubmitButton>
        <SubmitButton busyLabel={undefined} waitMs={42_000}>
          Log in
        </SubmitButton>
      </div>
    </Specimen>
  </Family>
);

const RINGS = [
  { tone: 'accent', share: 0.8, words: '4:02' },
  { tone: 'amber', share: 0.4, words: '0:12' },
  { tone: 'call', share: 1, words: 'Won' },
  { tone: 'put', share: 1, words: 'Lost' },
  { tone: 'flat', share: 1, words: 'Even' },
  { tone: 'faint', share: 0.2, words: '1:01' },
] as const satisfies readonly { tone: RingTone; share: number; words: string }[];

const LADDERS = [
  ['now', 'ahead', 'ahead', 'ahead'],
  ['lost', 'now', 'ahead', 'ahead'],
  ['lost', 'flat', 'won', 'unplayed'],
  ['lost', 'lost', 'lost', 'lost'],
] as const satisfies readonly (readonly LevelState[])[];

const toRungs = (states: readonly LevelState[]) =>
  listMartingaleLevels(SAMPLE_SLOT).map(({ level, stake, entryTime }) => ({
    level,
    stake,
    time: formatTime(entryTime, WAT),
    state: states[level] ?? 'ahead',
  }));

const Rings = () => (
  <Specimen name="Ring">
    <div className="flex flex-wrap gap-4">
      {RINGS.map(({ tone, share, words }) => (
        <Ring key={tone} tone={tone} share={share} size={72} line={4}>
          <span className="text-sm font-semibold tabular-nums">{words}</span>
        </Ring>
      ))}
    </div>
  </Specimen>
);

const Ladders = () =>
  LADDERS.map((states) => (
    <Specimen key={states.join()} name={states.map((state) => LEVEL_TEXT[state]).join(', ')}>
      <StakeLadder rungs={toRungs(states)} />
      <div className="mt-3">
        <LevelStrip states={states} />
      </div>
    </Specimen>
  ));

const Scales = () =>
  [SAMPLE_ODDS, { value: 58.9, low: 55.1, high: 62.6 }].map((probability) => (
    <Specimen key={probability.value} name="Probability">
      <ProbabilityScale
        label="First entry wins"
        probability={probability}
        coin={COIN.firstEntry}
        breakEvenRate={computeBreakEven().firstEntry}
      />
    </Specimen>
  ));

export const Instruments = () => (
  <Family title="Instruments">
    <Specimen name="Cadence">
      <CadenceBar elapsed={0.51 * SLOT_MS} />
    </Specimen>
    <Specimen name="Direction, small to large">
      <div className="flex flex-wrap items-center gap-4">
        <DirectionMark direction="CALL" size="small" />
        <DirectionMark direction="PUT" />
        <DirectionMark direction="CALL" size="title" />
        <DirectionMark direction="PUT" size="title" />
      </div>
    </Specimen>
    <Rings />
    <Specimen name="Outcome, seal">
      <div className="flex flex-wrap items-center gap-3">
        <OutcomeChip outcome="profit" />
        <OutcomeChip outcome="loss" />
        <OutcomeChip outcome="break-even" />
        <Seal number="48,213" onOpen={() => undefined} />
      </div>
    </Specimen>
    <Scales />
    <Ladders />
  </Family>
);
