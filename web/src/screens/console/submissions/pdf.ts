import { AnnotationMode, getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

interface DrawnPage {
  readonly picture: Blob;
  /** Page count of the document. */
  readonly pages: number;
}

const LONGER_SIDE_PX = 2000;

/** Limit for an image in a page and for the canvas: 16 megapixels of 4 bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

const DRAW_TIMEOUT_MS = 20_000;

/** Documents can't run scripts or load anything. Content that needs this isn't drawn. */
const SAFE_OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  useWasm: false,
  useWorkerFetch: false,
  disableAutoFetch: true,
  maxImageSize: MAX_BYTES / 4,
  canvasMaxAreaInBytes: MAX_BYTES,
  verbosity: 0,
};

async function draw(data: ArrayBuffer, number: number, worker: PDFWorker): Promise<DrawnPage> {
  const document = await getDocument({ ...SAFE_OPTIONS, data, worker }).promise;
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: LONGER_SIDE_PX / Math.max(width, height) });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE }).promise;
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve);
  });
  if (!picture) throw new Error('The page could not be rendered');
  return { picture, pages: document.numPages };
}

/**
 * Draws a page (from 1) in a worker that is terminated afterwards.
 * @throws Error if the document is broken or encrypted, has no such page, or takes too long
 */
export async function drawPage(blob: Blob, number: number): Promise<DrawnPage> {
  const port = new Worker(workerUrl, { type: 'module' });
  let timer = 0;
  const timeout = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('Rendering timed out')), DRAW_TIMEOUT_MS);
    port.onerror = () => reject(new Error('The PDF worker failed'));
  });
  try {
    const data = await blob.arrayBuffer();
    return await Promise.race([draw(data, number, PDFWorker.create({ port })), timeout]);
  } finally {
    window.clearTimeout(timer);
    port.terminate();
  }
}
