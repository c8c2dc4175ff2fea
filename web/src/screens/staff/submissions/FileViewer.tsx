import { useStoredFile } from '../../../data/staff/submissions';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Loading';
import { PdfPages } from './PdfPages';
import { FRAME, Picture } from './Picture';

/** What a member sent as proof: an image as the server drew it anew, or the pages of a PDF as pictures. */
export function FileViewer({
  path,
  name,
  shortcuts,
  onPicture,
}: {
  /** Where the file lies in the store. */
  path: string;
  /** What it is, for who can't see it. */
  name: string;
  /** Whether the keys of the view are on. */
  shortcuts: boolean;
  /** Is given the image once it is on screen. */
  onPicture?: (image: HTMLImageElement) => void;
}) {
  const { file, tryAgain } = useStoredFile(path);
  if (file.state === 'loading')
    return (
      <div role="status" className={FRAME}>
        <span className="sr-only">Loading the file</span>
        <Skeleton className="h-2/3 w-1/2" />
      </div>
    );
  if (file.state === 'failed')
    return (
      <div className={`${FRAME} content-center gap-3 p-4 text-center text-sm text-muted`}>
        The file could not be loaded.
        <Button size="small" onClick={tryAgain}>
          Try again
        </Button>
      </div>
    );
  if (file.blob.type === 'application/pdf')
    return <PdfPages key={file.url} blob={file.blob} name={name} shortcuts={shortcuts} />;
  return (
    <Picture key={file.url} url={file.url} alt={name} shortcuts={shortcuts} onPicture={onPicture} />
  );
}
