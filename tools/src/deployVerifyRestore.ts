import { parseArgs } from 'node:util';
import { openProjectOrSuite } from './suite/project';
import { endAllMemberSessions, restartDeletions, findRevived } from './suite/restored';
import { runCommand, CommandError } from './suite/command';

const USAGE = 'npm run deploy:verify-restore -- [<project>] [--erase <uid>,<uid>…]';

/**
 * After a restore, lists accounts and access that the backup brought back, and ends all sessions.
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
  const projectArgument = projectId === undefined ? '' : ` ${projectId}`;
  try {
    if (uids) {
      const deletionCount = await restartDeletions(project, uids, Date.now());
      console.log(
        `Started ${deletionCount} of ${uids.length} deletions. resumeDeletions will complete them.`,
      );
      return 0;
    }
    const { members, erased, revoked, regained } = await findRevived(project);
    // List before ending sessions: a login reconciles the account, so a later run wouldn't find it.
    for (const email of revoked)
      console.log(
        `The restore made ${email} staff again. To undo this, run npm run staff -- revoke ${email}${projectArgument}`,
      );
    for (const { email, tier, before } of regained)
      console.log(
        `${email} is ${tier} again, but was ${before} before the restore. Fix this in the console under Users.`,
      );
    for (const uid of erased)
      console.log(`The restore brought back data of the deleted account ${uid}.`);
    if (erased.length > 0)
      console.log(
        `To delete that data again, run npm run deploy:verify-restore --${projectArgument} --erase ${erased.join(',')}`,
      );
    await endAllMemberSessions(project, Date.now());
    console.log(`Ended the sessions of all ${members} members of ${name}.`);
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(deployVerifyRestore);
