import { PASSWORD_RULES } from '@quantalgo/contracts';
import { Check, Circle } from 'lucide-react';

/** The rules of a password, each ticked as soon as it is met. */
export const PasswordRules = ({ password }: { password: string }) => (
  <ul aria-label="Password rules" className="grid grid-cols-2 gap-y-2 text-sm">
    {PASSWORD_RULES.map(({ label, met }) => {
      const ok = met(password);
      const Icon = ok ? Check : Circle;
      return (
        <li key={label} className={`flex items-center gap-2 ${ok ? 'text-call' : 'text-muted'}`}>
          <Icon size={16} aria-hidden className="shrink-0" />
          {label}
          <span className="sr-only">{ok ? ' (met)' : ' (not met yet)'}</span>
        </li>
      );
    })}
  </ul>
);
