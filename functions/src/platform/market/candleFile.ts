import { createReadStream } from 'node:fs';
import { type FileHandle, open as openFile, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { detectUtf16 } from '@quantalgo/contracts/core/tables';
import type { Candle } from '../../domain/market/candles';
import { type Layout, recogniseLayout, splitLine, getTimeText } from './candleLayout';
import { parsePrice, parseVolume, validateCandle } from './candleRow';
import { parseTime } from './candleTime';
import {
  parseZone,
  resolveLocalTime,
  UTC,
  type NamedZone,
} from '@quantalgo/contracts/core/namedZones';

/**
 * Folds one-minute candles into five-minute ones. Minutes without a trade may be missing. A slot in
 * which the rows begin or end is dropped, because its open or close is unknown.
 */
class MinuteFolder {
  #slot: Candle | null = null;
  #lastMinute = 0;
  #isCut = false;
  minutes = 0;

  add(minute: Candle): Candle | null {
    const slotTime = slotStart(minute.time);
    if (this.minutes === 0) this.#isCut = minute.time !== slotTime;
    this.minutes += 1;
    this.#lastMinute = minute.time;
    const slot = this.#slot;
    if (slot?.time === slotTime) {
      this.#slot = {
        time: slotTime,
        open: slot.open,
        high: Math.max(slot.high, minute.high),
        low: Math.min(slot.low, minute.low),
        close: minute.close,
        volume: slot.volume + minute.volume,
      };
      return null;
    }
    this.#slot = { ...minute, time: slotTime };
    return this.#take(slot);
  }

  finish(): Candle | null {
    const slot = this.#slot;
    this.#slot = null;
    if (!slot || this.#lastMinute !== slot.time + SLOT_MS - MINUTE_MS) return null;
    return this.#take(slot);
  }

  #take(slot: Candle | null): Candle | null {
    if (slot && this.#isCut) {
      this.#isCut = false;
      return null;
    }
    return slot;
  }
}

export class UnzonedFileError extends Error {
  /** A sentence without its full stop. */
  readonly fact: string;
  readonly likelyZone: string;

  constructor(file: string, { name, likelyZone }: Layout['format']) {
    const fact = `${file} is ${name}, which doesn’t state the time zone of its rows`;
    super(`${fact}: write the zone to ${ZONE_FILE} in the same folder, for example ${likelyZone}`);
    this.fact = fact;
    this.likelyZone = likelyZone;
  }
}

/** Names the time zone of the candle files in its folder. */
const ZONE_FILE = 'zone.txt';

function requireZone(name: string, origin: string): NamedZone {
  const zone = parseZone(name);
  if (zone) return zone;
  throw new Error(
    `${origin} has an unknown time zone: ${name.trim()}. Write it like Europe/Athens, GMT+2 or UTC`,
  );
}

/** Null if the folder names no zone. @throws Error for an unknown zone */
async function readFolderZone(folder: string): Promise<NamedZone | null> {
  const text = await readFile(join(folder, ZONE_FILE), 'utf8').catch(() => null);
  return text === null ? null : requireZone(text, ZONE_FILE);
}

/** Candle rows are shorter. Reading stops at a longer line instead of buffering it. */
const MAX_ROW_LENGTH = 1000;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

async function* readLines(
  path: string,
  encoding: Encoding,
  lineEnd: string,
): AsyncGenerator<string[], void> {
  const decoder = new TextDecoder(encoding);
  let partialLine = '';
  for await (const chunk of createReadStream(path)) {
    if (!(chunk instanceof Uint8Array)) continue;
    const lines = (partialLine + decoder.decode(chunk, { stream: true })).split(lineEnd);
    partialLine = lines.pop() ?? '';
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    if (partialLine.length > MAX_ROW_LENGTH) break;
  }
  if (partialLine !== '') yield [partialLine.slice(0, MAX_ROW_LENGTH)];
}

/** Over a thousand rows: past midnight, so that they show the order of day and month. */
const HEAD_BYTES = 64 * 1024;

const TAIL_BYTES = 4096;

async function readBytes(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, Math.max(0, position));
  return buffer.subarray(0, bytesRead);
}

type ZoneSource = 'rows' | 'header' | 'named' | 'format' | 'assumed';

interface ResolvedZone {
  readonly zone: NamedZone;
  readonly source: ZoneSource;
}

export class CandleFile {
  readonly name: string;
  readonly layout: Layout;
  readonly zone: NamedZone;
  readonly zoneSource: ZoneSource;
  /** Opening times of the first and last row; NaN if unreadable. */
  readonly from: number;
  readonly to: number;
  minutes = 0;
  readonly #path: string;
  readonly #encoding: Encoding;

  private constructor(
    path: string,
    layout: Layout,
    details: ResolvedZone & { encoding: Encoding; endLines: readonly string[] },
  ) {
    this.#path = path;
    this.#encoding = details.encoding;
    this.name = basename(path);
    this.layout = layout;
    this.zone = details.zone;
    this.zoneSource = details.source;
    const endTimes = details.endLines.map((line) => this.#parseRowTime(line));
    const [from = Number.NaN, to = Number.NaN] = endTimes;
    this.from = from;
    this.to = to;
  }

  /**
   * Recognises a file by its first rows.
   * @param zone used if neither rows nor header state one; defaults to {@link ZONE_FILE}
   * @throws Error that names the file and the problem; UnzonedFileError if only the zone is missing
   */
  static async open(path: string, zone: NamedZone | null = null): Promise<CandleFile> {
    const name = basename(path);
    const file = await openFile(path, 'r');
    try {
      const { size } = await file.stat();
      const head = await readBytes(file, 0, HEAD_BYTES);
      const encoding = detectUtf16(head) ?? 'utf-8';
      const decode = (bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);
      const text = decode(head);
      const layout = recogniseLayout(name, text, size <= HEAD_BYTES);
      if (typeof layout === 'string') throw new Error(`${name}${layout}`);
      const { lineEnd, firstRow, format } = layout;
      const tail = decode(await readBytes(file, size - TAIL_BYTES, TAIL_BYTES));
      const lastLine = tail.trimEnd().split(lineEnd).at(-1) ?? '';
      const firstLine = text.split(lineEnd)[firstRow - 1] ?? '';
      const resolvedZone = await resolveZone(path, layout, zone);
      if (!resolvedZone) throw new UnzonedFileError(name, format);
      const endLines = [firstLine, lastLine];
      return new CandleFile(path, layout, { ...resolvedZone, encoding, endLines });
    } finally {
      await file.close();
    }
  }

  /**
   * Streams candles in portions, because awaiting each row would take longer than reading it. Folds
   * one-minute rows.
   * @throws Error that names the file and the invalid row (from 1)
   */
  async *portions(): AsyncGenerator<Candle[], void> {
    const { lineEnd, step } = this.layout;
    const folder = step === MINUTE_MS ? new MinuteFolder() : null;
    let [row, previousTime] = [0, -Infinity];
    for await (const lines of readLines(this.#path, this.#encoding, lineEnd)) {
      const candles: Candle[] = [];
      let flaw: string | null = null;
      for (const line of lines) {
        row += 1;
        if (row < this.layout.firstRow || line.trim() === '') continue;
        const candle = this.#readRow(line, previousTime);
        if (typeof candle === 'string') {
          flaw = candle;
          break;
        }
        previousTime = candle.time;
        const fiveMinute = folder ? folder.add(candle) : candle;
        if (fiveMinute) candles.push(fiveMinute);
      }
      if (candles.length > 0) yield candles;
      if (flaw !== null) throw new Error(`${this.name}, row ${row} ${flaw}`);
    }
    if (previousTime === -Infinity) throw new Error(`${this.name} contains no candles`);
    this.minutes = folder?.minutes ?? 0;
    const lastCandle = folder?.finish();
    if (lastCandle) yield [lastCandle];
  }

  /** Returns the flaw of an invalid row. @param previousTime opening time of the previous row */
  #readRow(line: string, previousTime: number): Candle | string {
    const { columns, delimiter, width, decimalMark, step } = this.layout;
    const cells = splitLine(line, delimiter);
    if (cells.length !== width && !(cells.length === width + 1 && cells[width] === ''))
      return `has ${cells.length} columns instead of ${width}`;
    const text = getTimeText(cells, columns);
    const time = this.#parseTimeText(text, previousTime);
    if (time === null) return `has no time like 2026-05-13 06:10:00: ${text}`;
    if (Number.isNaN(time))
      return `has a time that doesn’t exist in ${this.zone.name}, because clocks skip it: ${text}`;
    if (step === MINUTE_MS && time % MINUTE_MS !== 0) return `does not start on a minute: ${text}`;
    if (step !== MINUTE_MS && time !== slotStart(time))
      return `does not start on a five-minute slot: ${text}`;
    const read = (column: number) => parsePrice(cells[column] ?? '', decimalMark);
    const [open, high, low, close] = [
      read(columns.open),
      read(columns.high),
      read(columns.low),
      read(columns.close),
    ];
    const volume =
      columns.volume === null ? 0 : parseVolume(cells[columns.volume] ?? '', decimalMark);
    if (Number.isNaN(open + high + low + close + volume)) return this.#describeNoNumber(cells);
    const candle = { time, open, high, low, close, volume };
    const flaw = validateCandle(candle);
    if (flaw !== null) return flaw;
    if (time === previousTime) return 'has the same time as the row before it';
    return time < previousTime ? 'is earlier than the row before it' : candle;
  }

  #describeNoNumber(cells: readonly string[]): string {
    const { columns, decimalMark } = this.layout;
    const prices = [columns.open, columns.high, columns.low, columns.close];
    const column = prices.find((index) =>
      Number.isNaN(parsePrice(cells[index] ?? '', decimalMark)),
    );
    return `has an invalid number: ${cells[column ?? columns.volume ?? 0] ?? ''}`;
  }

  #parseTimeText(text: string, previousTime: number): number | null {
    const parsedTime = parseTime(text, this.layout.dayOrder);
    if (!parsedTime) return null;
    const { at, isAbsolute } = parsedTime;
    return isAbsolute ? at : resolveLocalTime(this.zone, at, previousTime);
  }

  #parseRowTime(line: string): number {
    const { delimiter, columns } = this.layout;
    const text = getTimeText(splitLine(line, delimiter), columns);
    return this.#parseTimeText(text, -Infinity) ?? Number.NaN;
  }
}

async function resolveZone(
  path: string,
  { isAbsolute, zoneName, format }: Layout,
  option: NamedZone | null,
): Promise<ResolvedZone | null> {
  if (isAbsolute) return { zone: UTC, source: 'rows' };
  if (zoneName !== null)
    return { zone: requireZone(zoneName, `${basename(path)}, row 1`), source: 'header' };
  const zone = option ?? (await readFolderZone(dirname(path)));
  if (zone) return { zone, source: 'named' };
  if (!format.zone) return null;
  return { zone: format.zone, source: format.zone === UTC ? 'assumed' : 'format' };
}
