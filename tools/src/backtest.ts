import { pathToFileURL } from 'node:url';
import { bundleTool } from './build/functions';

/** Bundled, so that it runs the same code as the deployed functions. */
await import(pathToFileURL(await bundleTool('tools/src/backtest/command.ts')).href);
