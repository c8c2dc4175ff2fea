import { Copy, X } from 'lucide-react';
import { EMBEDDED } from '../../../content/hero';
import { buttonClass } from '../../../ui/Button';
import { live } from '../live/names';

/** For who reads inside a messaging app's browser. Lies over the page, so that nothing moves when the script shows it. */
export const EmbeddedNotice = () => (
  <section
    {...live('embedded')}
    hidden
    aria-labelledby="embedded-title"
    className="fixed inset-x-3 bottom-3 z-40 mx-auto max-w-md rounded-lg border border-amber bg-raised p-4 shadow-float"
  >
    <h2 id="embedded-title" className="pr-10 text-base">
      {EMBEDDED.title}
    </h2>
    <button
      type="button"
      {...live('embedded-close')}
      aria-label="Close"
      className="absolute top-1 right-1 grid size-11 place-content-center rounded-lg text-muted hover:text-text"
    >
      <X size={20} aria-hidden />
    </button>
    <p className="mt-1 text-sm text-muted">{EMBEDDED.text}</p>
    <button
      type="button"
      {...live('copy')}
      className={buttonClass('secondary', 'medium', 'mt-3 w-full')}
    >
      <Copy size={18} aria-hidden />
      <span {...live('copy-label')} aria-live="polite">
        {EMBEDDED.copy}
      </span>
    </button>
    <p {...live('address')} hidden className="mt-2 text-sm break-all select-all" />
  </section>
);
