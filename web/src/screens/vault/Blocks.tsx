import type { LessonBlock, LessonQuestion } from '@quantalgo/contracts/vault/course';
import type { LessonProgress } from '@quantalgo/contracts/vault/learning';
import { useId, useState } from 'react';
import { Card } from '../../ui/Card';
import { Instrument } from './Instruments';

/** Emphasises text between two `**`. */
const Emphasised = ({ text }: { text: string }) =>
  text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      <strong key={index} className="font-semibold text-text">
        {part}
      </strong>
    ) : (
      part
    ),
  );

function Question({
  question: { text, answers },
  stored,
  onChoose,
}: {
  question: LessonQuestion;
  /** Index of the stored answer; null if none is stored. */
  stored: number | null;
  onChoose: (choice: number) => void;
}) {
  const name = useId();
  // Until the choice is stored, `stored` would show the previous one.
  const [pending, setPending] = useState<number | null>(null);
  const selectedIndex = pending ?? stored;
  const answer = selectedIndex === null ? undefined : answers[selectedIndex];
  return (
    <Card as="div" className="p-4">
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-semibold text-pretty">
          <Emphasised text={text} />
        </legend>
        {answers.map((option, index) => (
          <label
            key={option.text}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3.5 py-2 text-sm transition-colors has-checked:border-text has-checked:bg-line-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={selectedIndex === index}
              onChange={() => {
                setPending(index);
                onChoose(index);
              }}
              className="size-4 shrink-0 accent-text"
            />
            <span className="text-pretty">{option.text}</span>
          </label>
        ))}
      </fieldset>
      <p role="status" className={`text-sm text-pretty ${answer ? 'pt-3' : ''}`}>
        {answer && (
          <>
            <strong className="font-semibold">{answer.right ? 'Right. ' : 'Not quite. '}</strong>
            <span className="text-muted">{answer.reason}</span>
          </>
        )}
      </p>
    </Card>
  );
}

export const Blocks = ({
  blocks,
  answers,
  onAnswer,
}: {
  blocks: readonly LessonBlock[];
  answers: LessonProgress['answers'];
  onAnswer: (question: number, choice: number) => void;
}) => (
  <div className="grid max-w-prose gap-4 text-base leading-relaxed text-muted">
    {blocks.map((block, index) => {
      switch (block.type) {
        case 'text':
          return (
            <p key={index} className="text-pretty">
              <Emphasised text={block.text} />
            </p>
          );
        case 'heading':
          return (
            <h2 key={index} className="pt-2 text-base font-semibold text-text">
              {block.text}
            </h2>
          );
        case 'list':
          return (
            <ul key={index} className="grid list-disc gap-1.5 pl-5">
              {block.items.map((item) => (
                <li key={item} className="text-pretty">
                  <Emphasised text={item} />
                </li>
              ))}
            </ul>
          );
        case 'instrument':
          return (
            <div key={index} className="text-sm text-text">
              <Instrument name={block.name} />
            </div>
          );
        case 'question':
          return (
            <div key={index} className="text-text">
              <Question
                question={block}
                stored={answers[block.id] ?? null}
                onChoose={(choice) => onAnswer(block.id, choice)}
              />
            </div>
          );
        case 'unknown':
          return null;
      }
    })}
  </div>
);
