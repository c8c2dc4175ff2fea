import { BRAND } from '@quantalgo/contracts';
import { Hourglass, ShieldCheck, WifiOff, type LucideIcon } from 'lucide-react';

const Point = ({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) => (
  <li className="flex gap-4 border-t border-line py-4">
    <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
    <p className="text-sm text-muted">
      <span className="block text-base font-semibold text-text">{title}</span>
      {text}
    </p>
  </li>
);

/** Beside the login on wide screens: what the product promises. */
export const Pledge = () => (
  <aside className="hidden flex-col justify-between gap-12 border-l border-line-soft bg-sunk p-14 lg:flex xl:p-20">
    <p className="max-w-lg text-2xl font-semibold tracking-tight text-balance">
      {BRAND.description}
    </p>
    <ul className="max-w-md">
      <Point
        icon={ShieldCheck}
        title="Sealed"
        text="Each call is committed before the market moves, and revealed after."
      />
      <Point
        icon={Hourglass}
        title="Within reach"
        text="Five minutes to enter, with the worst price that still makes sense."
      />
      <Point
        icon={WifiOff}
        title="Yours, offline"
        text="All you ever received opens without a connection."
      />
    </ul>
  </aside>
);
