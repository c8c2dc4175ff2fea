import { formatProblemCode, type ProblemKind } from '@quantalgo/contracts/problems/problem';
import { X } from 'lucide-react';
import { createRoot, type Root } from 'react-dom/client';
import { BRAND } from '../core/brand';
import { reportProblem } from '../data/sync/problems';
import { CopyField } from '../ui/CopyField';
import { ExternalLink } from '../ui/Links';

const LEAD_TEXTS: Readonly<Record<ProblemKind, string>> = {
  asked: 'Send this code to support.',
  call: 'Something went wrong. If it keeps happening, send this code to support.',
  screen: 'This screen stopped working. If reloading doesn’t help, send this code to support.',
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
      <p className="font-semibold">{LEAD_TEXTS[kind]}</p>
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
      The code shows support what this device and our server did, but nothing you typed.{' '}
      <ExternalLink href={BRAND.telegram.support}>Write to support</ExternalLink>
    </p>
  </section>
);

let currentPanel: { readonly root: Root; readonly container: Element } | undefined;

function close(): void {
  currentPanel?.root.unmount();
  currentPanel?.container.remove();
  currentPanel = undefined;
}

/**
 * Rendered outside the app's tree, because the app itself may have failed. Later failures don't
 * replace the displayed code.
 */
export function showCode(kind: ProblemKind): void {
  if (currentPanel && kind !== 'asked') return;
  close();
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  currentPanel = { root, container };
  root.render(<ProblemCode kind={kind} code={reportProblem(kind)} onClose={close} />);
}
