import { useState } from 'react';
import { Button } from './Button';
import { FileField } from './FileField';
import { Notice } from './Notice';

interface PictureSource {
  readonly url: string | null;
  readonly message: string | null;
  readonly reload?: (() => void) | null;
}

/**
 * Pictures this many times as tall as wide scroll in their frame, because they would be illegible
 * as a whole.
 */
const LONG_RATIO = 3;

function Frame({ url, alt }: { url: string; alt: string }) {
  const [isLong, setIsLong] = useState(false);
  return (
    <div
      role={isLong ? 'region' : undefined}
      aria-label={isLong ? `${alt}, scrollable` : undefined}
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

export const Picture = ({
  picture: { url, message, reload },
  alt,
}: {
  picture: PictureSource;
  alt: string;
}) => (
  <>
    {url !== null && <Frame key={url} url={url} alt={alt} />}
    {message !== null && (
      <Notice
        tone="information"
        actions={
          reload && (
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          )
        }
      >
        {message}
      </Notice>
    )}
  </>
);

export interface PictureChoice {
  readonly id: string | null;
  readonly picture: PictureSource;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
}

export function PictureField({ choice, alt }: { choice: PictureChoice; alt: string }) {
  const { id, picture, error, isBusy, choose, remove } = choice;
  if (id === null)
    return (
      <FileField
        label="Picture"
        prompt={isBusy ? 'Resizing…' : 'Choose a picture'}
        takes="PNG, JPG or WebP"
        file={null}
        error={error}
        onFile={choose}
      />
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm font-semibold">Picture</p>
      <Picture picture={picture} alt={alt} />
      <Button size="small" variant="quiet" className="justify-self-start" onClick={remove}>
        Remove the picture
      </Button>
    </div>
  );
}
