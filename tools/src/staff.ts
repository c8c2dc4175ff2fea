import { changeAccess } from '@quantalgo/functions/platform/members/access';
import { openProject, openSuite, type Project } from './invariants/scan';
import { Refusal, runCommand } from './suite/command';
import { requireRunning } from './suite/runFile';

const USAGE = 'npm run staff -- grant|revoke <email> [<project>]';

/** A deployed project, with the caller's own credentials of Google Cloud, or else the running suite. */
function openPlace(projectId: string | undefined): { name: string; project: Project } {
  if (projectId !== undefined) return { name: projectId, project: openProject(projectId) };
  const { run, ports } = requireRunning(', or name a deployed project');
  return { name: run.site, project: openSuite(ports) };
}

/** Grants or takes away the rights of staff; true where there was something to change. */
async function change({ auth, database: firestore }: Project, email: string, staff: boolean) {
  const named = firestore.collection('users').where('email', '==', email.trim().toLowerCase());
  const [member] = (await named.limit(1).get()).docs;
  if (!member) throw new Refusal(`There is no confirmed account ${email}.`);
  const reason = `npm run staff -- ${staff ? 'grant' : 'revoke'}`;
  const order = { uid: member.id, by: 'command line', reason, now: Date.now() };
  const outcome = await changeAccess({ auth, firestore }, { ...order, change: { staff } });
  if (outcome === 'missing') throw new Refusal(`The account ${email} was just deleted.`);
  return outcome === 'changed';
}

/** Makes somebody one of staff, or takes that away, on the running suite or a deployed project; audited. */
async function staff([order, email, projectId]: string[]): Promise<number> {
  if ((order !== 'grant' && order !== 'revoke') || email === undefined) throw new Refusal(USAGE);
  const { name, project } = openPlace(projectId);
  try {
    const changed = await change(project, email, order === 'grant');
    const is = order === 'grant' ? 'is of staff' : 'is of staff no more';
    console.log(`${email} ${is} at ${name}${changed ? '' : ', as before'}.`);
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(staff);
