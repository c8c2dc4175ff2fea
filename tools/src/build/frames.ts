import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { CommandError } from '../suite/command';
import { inRoot } from '../system/root';

const mapSchema = z.object({
  version: z.number(),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});

function findMapPath(folder: string, file: string): string {
  const path = ['assets', ''].map((part) => join(folder, part, `${file}.map`)).find(existsSync);
  if (path === undefined)
    throw new CommandError(
      `No source map for ${file} found in ${folder}. Check out the commit that the error report names and run npm run build.`,
    );
  return path;
}

function loadMap(path: string): SourceMap {
  const { version, sources, names, mappings } = mapSchema.parse(
    JSON.parse(readFileSync(path, 'utf8')),
  );
  const payload: SourceMapPayload = {
    file: path,
    version,
    sources,
    names,
    mappings,
    sourcesContent: [],
    sourceRoot: '',
  };
  return new SourceMap(payload);
}

/**
 * Maps a stack frame of the built site to its source, such as `web/src/app/App.tsx:12:3`. Frames
 * without a mapping are returned unchanged.
 * @param frame `file.js:line:column`, 1-based, as in a reported fault
 * @throws CommandError if the frame is malformed, or the build in `folder` has no such script
 */
export function findSourcePosition(folder: string, frame: string): string {
  const [, file, line, column] = /^([\w.-]+\.js):(\d+):(\d+)$/.exec(frame) ?? [];
  if (file === undefined)
    throw new CommandError(`${frame} is not a stack frame. Use the form file.js:line:column.`);
  const path = findMapPath(folder, file);
  const origin = loadMap(path).findOrigin(Number(line), Number(column));
  if (!('fileName' in origin)) return frame;
  const source = relative(inRoot(), resolve(dirname(path), origin.fileName));
  return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
}
