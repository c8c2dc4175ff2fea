import { ChevronDown } from 'lucide-react';

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Questions that open to their answers. */
export const Faq = ({ questions }: { questions: readonly Question[] }) => (
  <div className="divide-y divide-line-soft border-t border-line-soft">
    {questions.map(({ question, answer }) => (
      <details key={question} className="group px-4">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
          {question}
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
