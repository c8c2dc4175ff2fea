import { pathToFileURL } from 'node:url';
import { bundled } from './build/functions';

/** Bundles the backtest first, so that it runs as the functions are deployed. */
await import(pathToFileURL(await bundled('tools/src/backtest/command.ts')).href);
