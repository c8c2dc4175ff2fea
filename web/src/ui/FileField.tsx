import { FileText, ImageUp } from 'lucide-react';
import { useEffect, useMemo, type FocusEvent, type ReactNode, type Ref } from 'react';
import { Field } from './Field';

function Preview({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <img
      src={url}
      alt={`Preview of ${file.name}`}
      className="size-16 shrink-0 rounded-md border border-line bg-sunk object-cover"
    />
  );
}

const Mark = ({ file }: { file: File | null }) => {
  if (file?.type.startsWith('image/') === true) return <Preview file={file} />;
  const Icon = file ? FileText : ImageUp;
  return <Icon size={28} aria-hidden className="shrink-0 text-muted" />;
};

export function FileField({
  ref,
  label,
  help,
  error,
  accept,
  prompt = 'Choose a screenshot',
  takes = 'PNG or JPEG',
  reading = false,
  file,
  onFile,
  onBlur,
}: {
  ref?: Ref<HTMLInputElement>;
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** Needed only if the content doesn't reveal the type. File pickers hide all other types. */
  accept?: string;
  prompt?: string;
  takes?: string;
  reading?: boolean;
  file: File | null;
  onFile: (file: File) => void;
  onBlur?: (event: FocusEvent) => void;
}) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div
          className={`relative flex min-h-24 items-center gap-4 rounded-lg border border-dashed bg-raised p-4 transition-colors focus-within:border-accent focus-within:outline-3 focus-within:outline-accent/30 ${error === undefined ? 'border-edge' : 'border-put'}`}
        >
          <Mark file={file} />
          <span className="min-w-0 text-sm">
            <span className="block truncate font-semibold">
              {reading ? 'Reading…' : (file?.name ?? prompt)}
            </span>
            <span className="text-muted">{file ? 'Press to choose another' : takes}</span>
          </span>
          <input
            {...control}
            ref={ref}
            type="file"
            accept={accept}
            onBlur={onBlur}
            onChange={({ target }) => {
              const [selected] = target.files ?? [];
              if (selected) onFile(selected);
              target.value = '';
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </div>
      )}
    </Field>
  );
}
