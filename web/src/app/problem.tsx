import { formatProblemCode, type ProblemKind } from '@quantalgo/contracts/problems/problem';
import { X } from 'lucide-react';
import { createRoot, type Root } from 'react-dom/client';
import { BRAND } from '../core/brand';
import { reportProblem } from '../data/sync/problems';
import { CopyField } from '../ui/CopyField';
import { ExternalLink } from '../ui/Links';

const LEADS: Readonly<Record<ProblemKind, string>> = {
  asked: 'Tell our support this code.',
  call: 'Something went wrong. If it keeps happening, tell our support this code.',
  screen: 'This screen stopped working. If a reload doesn’t help, tell our support this code.',
};

const ProblemCode = ({
  kind,
  code,
  onClose,
}: {
  kind: ProblemKind;
  code: string;
  onClose: () => void;
}) => (
  <section
    role="status"
    aria-label="Problem code"
    className="fixed inset-x-4 bottom-20 z-50 mx-auto grid max-w-sm gap-3 rounded-lg border border-line bg-raised p-4 text-sm shadow-float lg:right-6 lg:bottom-6 lg:left-auto lg:w-96"
  >
    <div className="flex items-start justify-between gap-3">
      <p className="font-semibold">{LEADS[kind]}</p>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="-mt-3 -mr-3 grid size-11 shrink-0 place-content-center rounded-md text-muted hover:text-text"
      >
        <X size={18} aria-hidden />
      </button>
    </div>
    <CopyField label="Problem code" value={formatProblemCode(code)} />
    <p className="text-muted">
      It shows them what this device and our server did, and nothing that you typed.{' '}
      <ExternalLink href={BRAND.telegram.support}>Write to support</ExternalLink>
    </p>
  </section>
);

let current: { readonly root: Root; readonly place: Element } | undefined;

function close(): void {
  current?.root.unmount();
  current?.place.remove();
  current = undefined;
}

/**
 * Rendered outside the app's tree, because the app itself may have failed. Later failures don't
 * replace the displayed code.
 */
export function showCode(kind: ProblemKind): void {
  if (current && kind !== 'asked') return;
  close();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  current = { root, place };
  root.render(<ProblemCode kind={kind} code={reportProblem(kind)} onClose={close} />);
}
