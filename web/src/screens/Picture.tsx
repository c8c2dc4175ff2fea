import { useState } from 'react';
import { dropPicture, keepPicture, PICTURE_CHOICES, PictureRefused } from '../data/pictures/keep';
import { usePicture } from '../data/pictures/usePicture';
import { Button } from '../ui/Button';
import { FileField } from '../ui/FileField';
import { Notice } from '../ui/Notice';

/** A picture of the member's own, or why it isn't here. */
export function Picture({ uid, id, alt }: { uid: string; id: string; alt: string }) {
  const { url, says } = usePicture(uid, id);
  return (
    <>
      {url !== null && (
        <img
          src={url}
          alt={alt}
          className="max-h-80 w-full rounded-lg border border-line bg-sunk object-contain"
        />
      )}
      {says !== null && <Notice tone="information">{says}</Notice>}
    </>
  );
}

const NOT_KEPT = 'This device can’t store the picture right now. Please try again.';

/**
 * The choice of one picture, which is kept and sent from the moment it is chosen: what names it is saved by the form
 * around it.
 */
export function PictureField({
  uid,
  slot,
  id,
  saved,
  alt,
  onId,
}: {
  uid: string;
  /** Slot of the journal's entry that it belongs to, null for a post. */
  slot: string | null;
  id: string | null;
  /** The picture as it is saved, which is never dropped here. */
  saved: string | null;
  alt: string;
  onId: (id: string | null) => void;
}) {
  const [wrong, setWrong] = useState<string>();
  const [doing, setDoing] = useState(false);
  const choose = async (file: File) => {
    setDoing(true);
    setWrong(undefined);
    try {
      onId(await keepPicture(uid, file, slot));
    } catch (error) {
      setWrong(error instanceof PictureRefused ? error.message : NOT_KEPT);
    }
    setDoing(false);
  };
  const remove = () => {
    if (id !== null && id !== saved) void dropPicture(uid, id);
    onId(null);
  };
  if (id === null)
    return (
      <FileField
        label="Picture"
        accept={PICTURE_CHOICES.join(',')}
        asks={doing ? 'Shrinking it…' : 'Choose a picture'}
        takes="PNG, JPG or WebP"
        file={null}
        error={wrong}
        onFile={(file) => void choose(file)}
      />
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm font-semibold">Picture</p>
      <Picture uid={uid} id={id} alt={alt} />
      <Button size="small" look="quiet" className="justify-self-start" onClick={remove}>
        Remove the picture
      </Button>
    </div>
  );
}
