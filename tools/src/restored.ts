import { parseArgs } from 'node:util';
import { openPlace } from './suite/project';
import { endEverySession, eraseAgain, findRevived } from './suite/restored';
import { Refusal, runCommand } from './suite/command';

/** After a restore: ends all sessions, and names, or with `--erase` begins to delete, who left since the backup. */
async function restored(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { erase: { type: 'boolean', default: false } },
  });
  if (positionals.length > 1) throw new Refusal('npm run restored -- [<project>] [--erase]');
  const [projectId = ''] = positionals;
  const { name, project } = openPlace(positionals[0]);
  try {
    const revived = await findRevived(project);
    await endEverySession(project, Date.now());
    console.log(`The sessions of all ${revived.members} members at ${name} are ended.`);
    for (const email of revived.revoked)
      console.log(
        `Of staff again, as in the backup: npm run staff -- revoke ${email} ${projectId}`,
      );
    for (const { email, tier, before } of revived.regained)
      console.log(`Has ${tier} again, and had ${before}: ${email}, in the console under Users`);
    for (const uid of revived.erased) console.log(`Stored again without an account: ${uid}`);
    if (values.erase) {
      await eraseAgain(project, revived, Date.now());
      console.log(`${revived.erased.length} deletions are begun; resumeDeletions ends them.`);
    }
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(restored);
