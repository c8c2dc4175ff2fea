import { type Progress } from '../src/command/progress';
import { runQuietly } from '../src/system/childProcess';
import { installPackage } from './apt';

const PACKAGE = 'openjdk-17-jdk-headless';

/** Whether a program of the JDK answers: `java` to run the emulators, `javac` to build their launchers. */
export async function hasJava(program: 'java' | 'javac'): Promise<boolean> {
  try {
    return (await runQuietly({ program, args: ['-version'] })).code === 0;
  } catch {
    return false;
  }
}

/**
 * Makes sure that Java is there, installing it where that is possible.
 * @throws Refusal that names the command to run, where it is not
 */
export async function requireJava(program: 'java' | 'javac', progress: Progress): Promise<void> {
  if (!(await hasJava(program))) await installPackage('Java', PACKAGE, progress);
}
