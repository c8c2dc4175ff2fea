import { ShieldCheck } from 'lucide-react';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { live, type LiveName } from '../live/names';

const UNKNOWN = '–';

const Figure = ({
  label,
  name,
  basis,
  className,
}: {
  label: string;
  name: LiveName;
  basis: LiveName;
  className: string;
}) => (
  <div className={`border-line-soft px-4 py-2.5 lg:py-3 ${className}`}>
    <dt className="text-xs text-muted">{label}</dt>
    <dd>
      <span
        className="block text-lg font-semibold tracking-tight tabular-nums lg:text-xl"
        {...live(name)}
      >
        {UNKNOWN}
      </span>
      <span className="block min-h-4 text-xs text-faint tabular-nums" {...live(basis)} />
    </dd>
  </div>
);

/** The record in four figures, with the ledger's newest entry. The page's script fills it in. */
export const RecordPanel = ({ className }: { className: string }) => (
  <Card {...live('record')} aria-labelledby="record-title" className={className}>
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line-soft px-4">
      <h2 id="record-title" className="flex items-center gap-2.5 text-sm whitespace-nowrap">
        <ShieldCheck size={16} aria-hidden />
        The live record
      </h2>
      <span {...live('demonstration')} hidden>
        <Chip tone="warning">Demonstration</Chip>
      </span>
    </header>
    <dl className="grid grid-cols-2 wrap-anywhere md:grid-cols-4">
      <Figure label="First entry" name="first-entry" basis="first-entry-basis" className="" />
      <Figure
        label="Within 4 levels"
        name="within-four-levels"
        basis="within-four-levels-basis"
        className="border-l"
      />
      <Figure
        label="Sealed before outcome"
        name="sealed"
        basis="sealed-basis"
        className="max-md:border-t md:border-l"
      />
      <Figure
        label="Missed slots"
        name="missed"
        basis="missed-basis"
        className="border-l max-md:border-t"
      />
    </dl>
    <footer className="flex min-h-9 flex-wrap content-center items-center justify-between gap-x-3 rounded-b-lg border-t border-line-soft bg-sunk px-4 text-xs text-muted tabular-nums max-[23.5rem]:min-h-13">
      <p {...live('record-note')} className="[@media(scripting:none)]:invisible">
        Reading the record …
      </p>
      <p className="whitespace-nowrap">
        <span {...live('head-hash')} /> <span {...live('head-at')} className="max-sm:hidden" />
      </p>
    </footer>
    <p className="hidden border-t border-line-soft px-4 py-3 text-sm [@media(scripting:none)]:block">
      These figures are filled in by a script.
    </p>
  </Card>
);
