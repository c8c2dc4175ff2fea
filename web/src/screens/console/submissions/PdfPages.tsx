import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Loading';
import { FRAME, Picture } from './Picture';

/** Further pages aren't shown, because the proof of a deposit is on the first ones. */
const MAX_PAGES = 20;

type Page =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly url: string };

interface DrawResult {
  /** `<page> <attempt>` */
  readonly key: string;
  readonly page: Page;
}

/** Loads the PDF library on demand. */
function usePage(blob: Blob, pageNumber: number) {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<DrawResult | null>(null);
  const [pageCount, setPageCount] = useState<number | null>(null);
  const key = `${pageNumber} ${attempt}`;
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    const load = async (): Promise<Page> => {
      const { drawPage } = await import('./pdf');
      const output = await drawPage(blob, pageNumber);
      if (!isCurrent) return { state: 'failed' };
      setPageCount(output.pages);
      url = URL.createObjectURL(output.picture);
      return { state: 'loaded', url };
    };
    void load()
      .catch((): Page => ({ state: 'failed' }))
      .then((page) => {
        if (isCurrent) setResult({ key, page });
      });
    return () => {
      isCurrent = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [blob, pageNumber, key]);
  const page: Page = result?.key === key ? result.page : { state: 'loading' };
  return { page, pageCount, retry: () => setAttempt((count) => count + 1) };
}

/** Shows pages as pictures, because the browser must never open the document itself. */
export function PdfPages({
  blob,
  name,
  shortcuts,
}: {
  blob: Blob;
  /** Alternative text. */
  name: string;
  shortcuts: boolean;
}) {
  const [pageNumber, setPageNumber] = useState(1);
  const { page, pageCount, retry } = usePage(blob, pageNumber);
  const pager =
    pageCount === null || pageCount === 1 ? (
      <p className="text-center text-xs text-muted">{pageCount === 1 && 'One-page PDF'}</p>
    ) : (
      <Pager pageNumber={pageNumber} pageCount={pageCount} onPageChange={setPageNumber} />
    );
  if (page.state === 'loaded')
    return (
      <Picture
        key={page.url}
        url={page.url}
        alt={`${name}, page ${pageNumber}`}
        shortcuts={shortcuts}
        below={pager}
      />
    );
  return (
    <div className="grid gap-2">
      {page.state === 'loading' ? (
        <div role="status" className={FRAME}>
          <span className="sr-only">Loading the PDF</span>
          <Skeleton className="h-2/3 w-1/2" />
        </div>
      ) : (
        <div className={`${FRAME} content-center gap-3 p-4 text-center text-sm text-muted`}>
          This page of the PDF could not be shown. If it happens again, reject the file and ask for
          a screenshot.
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {pager}
    </div>
  );
}

function Pager({
  pageNumber,
  pageCount,
  onPageChange,
}: {
  pageNumber: number;
  pageCount: number;
  onPageChange: (pageNumber: number) => void;
}) {
  const lastPage = Math.min(pageCount, MAX_PAGES);
  return (
    <div role="group" aria-label="Pages" className="flex items-center justify-center gap-2">
      <Button
        size="small"
        className="px-3!"
        aria-label="Previous page"
        disabled={pageNumber === 1}
        onClick={() => onPageChange(pageNumber - 1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </Button>
      <span className="text-xs text-muted tabular-nums">
        {`Page ${pageNumber} of ${pageCount}${pageCount > lastPage ? ` (first ${lastPage} shown)` : ''}`}
      </span>
      <Button
        size="small"
        className="px-3!"
        aria-label="Next page"
        disabled={pageNumber === lastPage}
        onClick={() => onPageChange(pageNumber + 1)}
      >
        <ChevronRight size={18} aria-hidden />
      </Button>
    </div>
  );
}
