import { Check } from 'lucide-react';

/** What is included, line by line. */
export const CheckList = ({ items }: { items: readonly string[] }) => (
  <ul className="grid gap-2.5">
    {items.map((item) => (
      <li key={item} className="flex items-start gap-2.5 text-sm">
        <Check size={18} aria-hidden className="mt-px shrink-0 text-call" />
        {item}
      </li>
    ))}
  </ul>
);
