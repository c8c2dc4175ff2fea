import { ChevronRight, KeyRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Notice } from './Notice';
import { SubmitButton } from './Button';
import { TextField } from './Field';

type CodeField = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>;

interface CodeForm {
  readonly props: ComponentProps<'form'>;
  readonly pending: boolean;
  readonly failure: string | null;
  readonly waitMs: number;
  readonly field: (name: 'dashboardCode') => CodeField;
}

/** A card row that expands to the form. */
export function DashboardCodeForm({ form }: { form: CodeForm }) {
  const { pending, failure, waitMs } = form;
  return (
    <details className="group border-t border-line-soft first:border-t-0">
      <summary className="flex min-h-13 list-none items-center gap-3.5 px-4 py-2 text-sm font-semibold hover:bg-sunk [&::-webkit-details-marker]:hidden">
        <KeyRound size={20} aria-hidden className="mx-0.5 shrink-0 text-muted" />
        <span className="flex-1">I have a dashboard code</span>
        <ChevronRight
          size={18}
          aria-hidden
          className="shrink-0 text-muted transition-transform group-open:rotate-90"
        />
      </summary>
      <form {...form.props} className="grid gap-4 px-4 pt-2 pb-4">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <TextField
          {...form.field('dashboardCode')}
          label="Dashboard code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help="Support sends it to you once your funded account is verified."
        />
        <SubmitButton
          busyLabel={pending ? 'Checking…' : undefined}
          waitMs={waitMs}
          variant="secondary"
        >
          Unlock dashboard
        </SubmitButton>
      </form>
    </details>
  );
}
