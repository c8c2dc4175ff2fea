/** One of several words to choose from: the browser's own radio button or checkbox, drawn as the word. */
export const Choice = ({
  type,
  name,
  word,
  checked,
  onChange,
}: {
  type: 'radio' | 'checkbox';
  /** Radio buttons of the same name exclude each other. */
  name?: string;
  word: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <label className="relative flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-md border border-line px-3.5 text-sm font-semibold text-muted transition-colors hover:text-text has-checked:border-text has-checked:bg-line-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:min-h-9">
    <input
      type={type}
      name={name}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
    {word}
  </label>
);
