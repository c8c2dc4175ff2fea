import { BRAND, PATHS } from '@quantalgo/contracts';
import { Button, type ButtonLook } from '../../ui/Button';
import { CopyField } from '../../ui/CopyField';
import { ExternalLink, ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { PasswordField, TextField } from '../../ui/Field';
import { Family, Specimen } from './Specimen';

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
