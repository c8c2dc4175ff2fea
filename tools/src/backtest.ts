import { pathToFileURL } from 'node:url';
import { bundled } from './build/functions';

/** Bundled first, so that it runs the same code as the deployed functions. */
await import(pathToFileURL(await bundled('tools/src/backtest/command.ts')).href);
