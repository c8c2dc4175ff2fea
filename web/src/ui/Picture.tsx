import { useState } from 'react';
import { Button } from './Button';
import { FileField } from './FileField';
import { Notice } from './Notice';

/** A picture: the address of its bytes, or why it isn't here. */
interface Shown {
  readonly url: string | null;
  readonly says: string | null;
}

/** Times as high as wide from which a picture scrolls in its frame, as it would be illegible as a whole. */
const LONG_RATIO = 3;

function Frame({ url, alt }: { url: string; alt: string }) {
  const [isLong, setIsLong] = useState(false);
  return (
    <div
      role={isLong ? 'region' : undefined}
      aria-label={isLong ? `${alt}, scrolls` : undefined}
      tabIndex={isLong ? 0 : undefined}
      className={`rounded-lg border border-line bg-sunk ${isLong ? 'max-h-[70dvh] overflow-y-auto' : ''}`}
    >
      <img
        src={url}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setIsLong(naturalHeight > naturalWidth * LONG_RATIO)
        }
        className={`w-full ${isLong ? '' : 'max-h-80 rounded-lg object-contain'}`}
      />
    </div>
  );
}

/** A picture, or a sentence on why it isn't here. */
export const Picture = ({ shown: { url, says }, alt }: { shown: Shown; alt: string }) => (
  <>
    {url !== null && <Frame key={url} url={url} alt={alt} />}
    {says !== null && <Notice tone="information">{says}</Notice>}
  </>
);

/** The choice of one picture, as a form shows it. */
export interface PictureChoice {
  readonly id: string | null;
  readonly shown: Shown;
  /** Why the chosen file was refused. */
  readonly wrong: string | undefined;
  readonly doing: boolean;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
}

/** The field of one picture: its choice, then the picture itself and how to remove it. */
export function PictureField({ choice, alt }: { choice: PictureChoice; alt: string }) {
  const { id, shown, wrong, doing, choose, remove } = choice;
  if (id === null)
    return (
      <FileField
        label="Picture"
        asks={doing ? 'Shrinking it…' : 'Choose a picture'}
        takes="PNG, JPG or WebP"
        file={null}
        error={wrong}
        onFile={choose}
      />
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm font-semibold">Picture</p>
      <Picture shown={shown} alt={alt} />
      <Button size="small" variant="quiet" className="justify-self-start" onClick={remove}>
        Remove the picture
      </Button>
    </div>
  );
}
