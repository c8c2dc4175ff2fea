import type { LessonBlock, LessonQuestion } from '@quantalgo/contracts/vault/course';
import type { LessonProgress } from '@quantalgo/contracts/vault/learning';
import { useId, useState } from 'react';
import { Card } from '../../ui/Card';
import { Instrument } from './Instruments';

/** A text whose figures keep their percent sign on their line. */
const unbroken = (text: string): string => text.replace(/(\d) %/g, '$1\u00a0%');

/** A text in which what stands between two `**` is emphasised. */
const Emphasised = ({ text }: { text: string }) =>
  unbroken(text)
    .split('**')
    .map((part, at) =>
      at % 2 === 1 ? (
        <strong key={at} className="font-semibold text-text">
          {part}
        </strong>
      ) : (
        part
      ),
    );

/** A question with its answers; the chosen one says why it is right or wrong. */
function Question({
  question: { text, answers },
  chosen,
  onChoose,
}: {
  question: LessonQuestion;
  /** The place of the stored answer; null before. */
  chosen: number | null;
  onChoose: (choice: number) => void;
}) {
  const name = useId();
  // Storing takes a moment, in which the choice would jump back.
  const [picked, setPicked] = useState<number | null>(null);
  const shown = picked ?? chosen;
  const answer = shown === null ? undefined : answers[shown];
  return (
    <Card as="div" className="p-4">
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-semibold text-pretty">
          <Emphasised text={text} />
        </legend>
        {answers.map((one, at) => (
          <label
            key={one.text}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3.5 py-2 text-sm transition-colors has-checked:border-text has-checked:bg-line-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={shown === at}
              onChange={() => {
                setPicked(at);
                onChoose(at);
              }}
              className="size-4 shrink-0 accent-text"
            />
            <span className="text-pretty">{one.text}</span>
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

/** The content of a lesson, in reading width. */
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
    {blocks.map((block, at) => {
      switch (block.type) {
        case 'text':
          return (
            <p key={at} className="text-pretty">
              <Emphasised text={block.text} />
            </p>
          );
        case 'heading':
          return (
            <h2 key={at} className="pt-2 text-base font-semibold text-text">
              {block.text}
            </h2>
          );
        case 'list':
          return (
            <ul key={at} className="grid list-disc gap-1.5 pl-5">
              {block.items.map((item) => (
                <li key={item} className="text-pretty">
                  <Emphasised text={item} />
                </li>
              ))}
            </ul>
          );
        case 'instrument':
          return (
            <div key={at} className="text-sm text-text">
              <Instrument name={block.name} />
            </div>
          );
        case 'question':
          return (
            <div key={at} className="text-text">
              <Question
                question={block}
                chosen={answers[block.id] ?? null}
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
