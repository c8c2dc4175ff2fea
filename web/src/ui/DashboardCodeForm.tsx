import type { ComponentProps } from 'react';
import { Card } from './Card';
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

export function DashboardCodeForm({ form }: { form: CodeForm }) {
  const { pending, failure, waitMs } = form;
  return (
    <Card as="div">
      <form {...form.props} className="grid gap-4 p-4 lg:p-5">
        <h2 className="text-base font-semibold">I have a code</h2>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <div className="grid gap-4 md:max-w-2xl md:grid-cols-[1fr_auto]">
          <TextField
            {...form.field('dashboardCode')}
            label="Dashboard code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            help="Support sends it to you once your funded account is verified."
          />
          <div className="grid content-start md:pt-7">
            <SubmitButton
              busyLabel={pending ? 'Checking…' : undefined}
              waitMs={waitMs}
              variant="secondary"
            >
              Unlock dashboard
            </SubmitButton>
          </div>
        </div>
      </form>
    </Card>
  );
}
