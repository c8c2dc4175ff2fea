import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export const CheckList = ({ items }: { items: readonly string[] }) => (
  <ul className="grid gap-2.5">
    {items.map((item) => (
      <li key={item} className="flex items-start gap-2.5 text-sm">
        <Check size={18} aria-hidden className="mt-px shrink-0 text-call" />
        <span>{item}</span>
      </li>
    ))}
  </ul>
);

export const NumberedPoints = ({
  points,
  className,
}: {
  points: readonly { readonly title: string; readonly text: string }[];
  className: string;
}) => (
  <ol className={`grid ${className}`}>
    {points.map(({ title, text }, index) => (
      <li key={title} className="grid grid-cols-[1.75rem_1fr] text-sm">
        <span aria-hidden="true" className="font-semibold text-faint tabular-nums">
          {index + 1}
        </span>
        <span className="text-muted">
          <strong className="font-semibold text-text">{`${title}.`}</strong> <span>{text}</span>
        </span>
      </li>
    ))}
  </ol>
);

const STEP_CLASSES = {
  section: 'grid gap-4 border-t border-line-soft pt-5',
  li: 'flex flex-col gap-4 p-4 text-sm text-muted lg:p-5',
};

export const NumberedStep = ({
  as: Element = 'section',
  number,
  title,
  children,
}: {
  as?: keyof typeof STEP_CLASSES;
  number: number;
  title: string;
  children: ReactNode;
}) => (
  <Element className={STEP_CLASSES[Element]}>
    <NumberedHeading number={number}>{title}</NumberedHeading>
    {children}
  </Element>
);

export const NumberedHeading = ({ number, children }: { number: number; children: ReactNode }) => (
  <h2 className="flex items-center gap-3 text-base font-semibold text-text">
    <span
      aria-hidden
      className="grid size-7 place-content-center rounded-full bg-line text-sm tabular-nums"
    >
      {number}
    </span>
    <span>{children}</span>
  </h2>
);

interface Question {
  readonly question: string;
  readonly answer: string;
}

export const Faq = ({ questions }: { questions: readonly Question[] }) => (
  <div className="divide-y divide-line-soft border-t border-line-soft">
    {questions.map(({ question, answer }) => (
      <details key={question} className="group px-4">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
          <span>{question}</span>
          <ChevronDown
            size={16}
            aria-hidden
            className="shrink-0 text-faint transition-transform group-open:rotate-180"
          />
        </summary>
        <p className="max-w-prose pb-4 text-sm text-pretty text-muted">{answer}</p>
      </details>
    ))}
  </div>
);
