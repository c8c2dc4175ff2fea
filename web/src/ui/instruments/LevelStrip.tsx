import { LEVEL_FILL, LEVEL_WORDS, type LevelState } from './tones';

/** The four levels in small: one segment each. */
export function LevelStrip({ states }: { readonly states: readonly LevelState[] }) {
  const words = states.map((state, level) => `level ${level} ${LEVEL_WORDS[state]}`).join(', ');
  return (
    <span role="img" aria-label={words} className="flex gap-[3px] forced-color-adjust-none">
      {states.map((state, level) => (
        <span key={level} className={`h-1.5 w-3.5 rounded-full ${LEVEL_FILL[state]}`} />
      ))}
    </span>
  );
}
