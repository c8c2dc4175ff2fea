import { parseArgs } from 'node:util';
import { openProjectOrSuite } from './suite/project';
import { endAllMemberSessions, restartDeletions, findRevived } from './suite/restored';
import { runCommand, CommandError } from './suite/command';

const USAGE = 'npm run deploy:verify-restore -- [<project>] [--erase <uid>,<uid>…]';

/**
 * After a restore: lists what the backup revived, and ends all sessions.
 * `--erase` only deletes the listed members again.
 */
async function deployVerifyRestore(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { erase: { type: 'string' } },
  });
  const uids = values.erase?.split(',').filter((uid) => uid !== '');
  if (positionals.length > 1 || uids?.length === 0) throw new CommandError(USAGE);
  const [projectId] = positionals;
  const { name, project } = openProjectOrSuite(projectId);
  const at = projectId === undefined ? '' : ` ${projectId}`;
  try {
    if (uids) {
      const deletionCount = await restartDeletions(project, uids, Date.now());
      console.log(
        `${deletionCount} of ${uids.length} deletions are begun; resumeDeletions ends them.`,
      );
      return 0;
    }
    const { members, erased, revoked, regained } = await findRevived(project);
    // List before ending sessions: a login reconciles the account, so a later run wouldn't find it.
    for (const email of revoked)
      console.log(`Of staff again, as in the backup: npm run staff -- revoke ${email}${at}`);
    for (const { email, tier, before } of regained)
      console.log(`Has ${tier} again, and had ${before}: ${email}, in the console under Users`);
    for (const uid of erased) console.log(`Stored again without an account: ${uid}`);
    if (erased.length > 0)
      console.log(
        `To delete them again: npm run deploy:verify-restore --${at} --erase ${erased.join(',')}`,
      );
    await endAllMemberSessions(project, Date.now());
    console.log(`The sessions of all ${members} members at ${name} are ended.`);
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(deployVerifyRestore);
