import { secondFactorEndpoints } from '@quantalgo/contracts/auth/secondFactorEndpoints';
import encodeQR from 'qr';
import { useState } from 'react';
import { BRAND } from '../../core/brand';
import { saveFile } from '../../data/core/saveFile';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { runAsStaff } from '../../data/console/queries';
import { beginFactor, confirmFactor, type NewSecret } from '../../data/console/secondFactor';
import { Button, SubmitButton } from '../../ui/Button';
import { CopyField } from '../../ui/CopyField';
import { PasswordField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { AuthenticatorCode, useCodeForm } from './FactorCode';

/** The dark modules as one SVG path. Unit: one module. The size includes a light border. */
function buildQrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size: rows.length };
}

/** Dark on light in both themes, because many cameras can't read the inverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = buildQrPath(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-52 rounded-lg"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Requires the password again, so that nobody can set up a factor on an unattended page. */
function Password({ onBegun }: { onBegun: (newSecret: NewSecret) => void }) {
  const form = useForm(secondFactorEndpoints.beginSecondFactor.body, {
    initial: { currentPassword: '' },
    onSubmit: async ({ currentPassword }) =>
      onBegun(await runAsStaff(() => beginFactor(currentPassword))),
    failure: toFailureText(secondFactorEndpoints.beginSecondFactor),
  });
  return (
    <form {...form.props} className="grid grid-cols-1 gap-4">
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      <PasswordField
        {...form.field('currentPassword')}
        label="Your password"
        autoComplete="current-password"
      />
      <SubmitButton busyLabel={form.pending ? 'Checking…' : undefined} waitMs={form.waitMs}>
        Continue
      </SubmitButton>
    </form>
  );
}

function Scan({
  newSecret: { uri, secret },
  onConfirmed,
}: {
  newSecret: NewSecret;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}) {
  const form = useCodeForm(
    async (code) => onConfirmed(await runAsStaff(() => confirmFactor(code))),
    toFailureText(secondFactorEndpoints.confirmSecondFactor),
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">
        Scan this with an authenticator app, or type the key into it. Then enter the code it shows.
      </p>
      <QrCode text={uri} label="QR code of the key" />
      <CopyField label="Key" value={secret} />
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
      <AuthenticatorCode form={form} />
      <p role="status" className="sr-only">
        {form.pending && 'Checking the code'}
      </p>
    </div>
  );
}

const toFileText = (codes: readonly string[]) =>
  [`${BRAND.name} recovery codes. Each works once.`, ...codes, ''].join('\n');

const formatCode = (code: string) => code.toUpperCase().replaceAll(/.{5}(?=.)/g, '$&-');

export function RecoveryCodes({
  codes,
  onStored,
}: {
  codes: readonly string[];
  onStored: () => void;
}) {
  const [copied, setCopied] = useState(false);
  const formattedCodes = codes.map(formatCode);
  const copy = () =>
    navigator.clipboard.writeText(toFileText(formattedCodes)).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const download = () =>
    saveFile(
      new File([toFileText(formattedCodes)], 'quantalgo-recovery-codes.txt', {
        type: 'text/plain',
      }),
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="warning">
        These codes are shown only once. Without your authenticator, each opens the console once.
        Store them where nobody else can see them.
      </Notice>
      <ul
        translate="no"
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-2 rounded-lg border border-line bg-sunk p-4 text-center tabular-nums"
      >
        {formattedCodes.map((code) => (
          <li key={code}>
            <code className="font-sans font-semibold select-all">{code}</code>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy'}</Button>
        <Button onClick={download}>Download</Button>
      </div>
      <p role="status" className="sr-only">
        {copied && 'Recovery codes copied'}
      </p>
      <Button variant="primary" onClick={onStored}>
        I’ve stored them
      </Button>
    </div>
  );
}

export function FactorSetUp({ onDone }: { onDone: () => void }) {
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />;
  if (newSecret) return <Scan newSecret={newSecret} onConfirmed={setCodes} />;
  return <Password onBegun={setNewSecret} />;
}
