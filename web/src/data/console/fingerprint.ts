import { computeImageScale, PROOF_SIZE } from '@quantalgo/contracts/submissions/imageSize';
import type { Fingerprint } from '@quantalgo/contracts/submissions/review';

/** Brightness differences (0 to 255) between neighbours: surely not noise, or possibly noise. */
const SURE_DIFFERENCE = 12;
const POSSIBLE_DIFFERENCE = 4;

/**
 * Columns of the grid, and possible row counts. The largest one that fits is used, counted from the
 * bottom of the image. A phone's screenshot gets the same number with and without its status bar.
 */
const PORTRAIT_GRID = { columns: 64, rows: [256, 192, 160, 129, 121, 106, 80, 64] };
const LANDSCAPE_GRID = { columns: 160, rows: [112, 86, 64, 48, 32, 16] };

export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

function selectGrid({ width, height }: Pixels): Grid | null {
  const { columns, rows } = height < width ? LANDSCAPE_GRID : PORTRAIT_GRID;
  const maxRows = rows.find((count) => count * width <= height * columns);
  return maxRows === undefined || width < columns ? null : { columns, rows: maxRows };
}

/**
 * `cell`: the cell (`size` pixels) in which the pixel starts. `share`: the pixel's part in that
 * cell. The remainder is in the next cell.
 */
function locatePixel(pixel: number, size: number): { cell: number; share: number } {
  const cell = Math.floor(pixel / size);
  return { cell, share: Math.min(1, (cell + 1) * size - pixel) };
}

/** Luma of a pixel, 0 to 255. Source: ITU-R BT.601. */
const getLuma = (data: Uint8ClampedArray, offset: number) =>
  0.299 * (data[offset] ?? 0) + 0.587 * (data[offset + 1] ?? 0) + 0.114 * (data[offset + 2] ?? 0);

function measureBrightness({ data, width, height }: Pixels, { columns, rows }: Grid): Float64Array {
  const size = width / columns;
  const top = height - rows * size;
  const columnCells = Array.from({ length: width }, (_, x) => locatePixel(x, size));
  const cells = new Float64Array(columns * rows);
  const addLine = (row: number, line: Float64Array, share: number) => {
    if (row < 0 || row >= rows) return;
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      cells[index] = (cells[index] ?? 0) + ((line[column] ?? 0) * share) / size ** 2;
    }
  };
  for (let y = Math.floor(top); y < height; y += 1) {
    const line = new Float64Array(columns + 1);
    columnCells.forEach(({ cell, share }, x) => {
      const grey = getLuma(data, 4 * (y * width + x));
      line[cell] = (line[cell] ?? 0) + grey * share;
      line[cell + 1] = (line[cell + 1] ?? 0) + grey * (1 - share);
    });
    const { cell, share } = locatePixel(y - top, size);
    addLine(cell, line, share);
    addLine(cell + 1, line, 1 - share);
  }
  return cells;
}

/**
 * One bit per cell, in hex: 1 if its right neighbour is brighter by more than `threshold`. The last
 * column's bits are 0.
 */
function toHexMarks(cells: Float64Array, columns: number, threshold: number): string {
  const bits = Array.from(cells, (cell, index) =>
    index % columns < columns - 1 && (cells[index + 1] ?? 0) - cell > threshold ? '1' : '0',
  ).join('');
  return bits.replace(/.{4}/g, (nibble) => parseInt(nibble, 2).toString(16));
}

export function computeFingerprint(pixels: Pixels): Fingerprint | null {
  const grid = selectGrid(pixels);
  if (!grid) return null;
  const cells = measureBrightness(pixels, grid);
  const getMarks = (threshold: number) => toHexMarks(cells, grid.columns, threshold);
  return { ...grid, sure: getMarks(SURE_DIFFERENCE), possible: getMarks(POSSIBLE_DIFFERENCE) };
}

export function computeImageFingerprint(image: HTMLImageElement): Fingerprint | null {
  const { naturalWidth, naturalHeight } = image;
  const scale = computeImageScale(naturalWidth, naturalHeight, PROOF_SIZE);
  const width = Math.max(1, Math.round(naturalWidth * scale));
  const height = Math.max(1, Math.round(naturalHeight * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no 2D canvas context');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return computeFingerprint(context.getImageData(0, 0, width, height));
}
