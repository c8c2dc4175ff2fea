import { findSourcePosition } from './build/frames';
import { runCommand, CommandError } from './suite/command';
import { inRoot } from './system/root';

const USAGE = 'npm run symbolicate -- <file.js:line:column> … (for the site built in web/dist)';

function symbolicate(args: string[]): Promise<number> {
  if (args.length === 0) throw new CommandError(USAGE);
  for (const frame of args)
    console.log(`${frame}  ${findSourcePosition(inRoot('web', 'dist'), frame)}`);
  return Promise.resolve(0);
}

runCommand(symbolicate);
