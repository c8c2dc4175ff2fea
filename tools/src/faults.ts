import { summaryOf } from './checks/outcome';
import { onInterrupt } from './command/interrupt';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { runOnDevice } from './faults/onDevice';
import { rowsOf, tableOf } from './faults/rows';

/**
 * Runs the matrix of faults that a member's device meets, or only the rows that have all the given words, and prints it:
 * `npm run faults -- device captive portal`.
 */
async function faults([where, ...words]: string[]): Promise<number> {
  if (where !== 'device') throw new Refusal('npm run faults -- device [words of a row]');
  const { outcome, report } = await runOnDevice(words, onInterrupt());
  const rows = rowsOf(report);
  if (rows.length === 0) throw new Refusal(`No row has the words ${words.join(' ')}`);
  console.log(tableOf(rows));
  console.log(summaryOf(outcome));
  return outcome.failed === 0 ? 0 : 1;
}

runCommand(faults);
