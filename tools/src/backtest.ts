import { pathToFileURL } from 'node:url';
import { bundled } from './build/functions';

/** Runs the backtest as the functions are deployed: bundled. */
await import(pathToFileURL(await bundled('tools/src/backtest/command.ts')).href);
