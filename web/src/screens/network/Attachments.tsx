import { ImagePlus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '../../ui/Button';
import type { PictureChoice } from '../../ui/Picture';

export function PictureButton({ choice }: { choice: PictureChoice }) {
  const { isBusy, error, choose } = choice;
  const id = useId();
  return (
    <>
      <label
        className={buttonClass(
          'quiet',
          'small',
          'relative px-3! has-focus-visible:outline-2 has-focus-visible:outline-accent',
        )}
      >
        <ImagePlus size={16} aria-hidden />
        <span>{isBusy ? 'Resizing…' : 'Picture'}</span>
        <input
          type="file"
          aria-label="Picture"
          aria-describedby={error === undefined ? undefined : id}
          aria-invalid={error !== undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) choose(file);
            target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      {error !== undefined && (
        <p id={id} role="alert" className="order-last basis-full text-sm text-put">
          {error}
        </p>
      )}
    </>
  );
}

export const AttachmentChip = ({
  removeLabel,
  onRemove,
  children,
}: {
  removeLabel: string;
  onRemove: (() => void) | undefined;
  children: ReactNode;
}) => (
  <div className="flex max-w-full items-center gap-1 rounded-lg border border-line bg-sunk pl-3 text-sm tabular-nums">
    <div className="min-w-0 py-1.5">{children}</div>
    <button
      type="button"
      aria-label={removeLabel}
      onClick={onRemove}
      className="grid size-11 shrink-0 place-content-center rounded-lg text-muted hover:text-text lg:size-9"
    >
      <X size={16} aria-hidden />
    </button>
  </div>
);

export const AttachedPicture = ({
  choice: { picture, remove },
  onRemoved,
}: {
  choice: PictureChoice;
  onRemoved: () => void;
}) => (
  <AttachmentChip
    removeLabel="Remove the picture"
    onRemove={() => {
      remove();
      onRemoved();
    }}
  >
    {picture.url !== null && (
      <img
        src={picture.url}
        alt="Attached to this post"
        className="-ml-1.5 size-16 rounded-md border border-line object-cover"
      />
    )}
    {picture.message !== null && <span>{picture.message}</span>}
  </AttachmentChip>
);
