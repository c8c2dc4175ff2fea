import { cleanEmail } from '@quantalgo/contracts/core/identity';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { resetFactor } from '@quantalgo/functions/platform/auth/secondFactor';
import { openPlace, type Project } from './suite/project';
import { runCommand, CommandError } from './suite/command';

const USAGE = 'npm run staff -- grant|revoke|reset-factor <email> [<project>]';

async function uidOf({ database }: Project, email: string): Promise<string> {
  const named = database.collection('users').where('email', '==', cleanEmail(email));
  const [member] = (await named.limit(1).get()).docs;
  if (!member) throw new CommandError(`There is no confirmed account ${email}.`);
  return member.id;
}

/** Grants or revokes staff rights; returns whether anything changed. */
async function change(project: Project, email: string, staff: boolean) {
  const { auth, database: firestore } = project;
  const reason = `npm run staff -- ${staff ? 'grant' : 'revoke'}`;
  const uid = await uidOf(project, email);
  const order = { uid, by: 'command line', reason, now: Date.now() };
  const outcome = await changeAccess({ auth, firestore }, { ...order, change: { staff } });
  if (outcome === 'missing') throw new CommandError(`The account ${email} was just deleted.`);
  return outcome === 'changed';
}

/** Resets the second factor of a member who lost authenticator and recovery codes; false if there is none. */
async function reset(project: Project, email: string): Promise<boolean> {
  const reason = 'npm run staff -- reset-factor';
  const uid = await uidOf(project, email);
  return resetFactor(project.database, { uid, by: 'command line', reason, now: Date.now() });
}

const ORDERS: Readonly<Record<string, Order>> = {
  grant: { does: (project, email) => change(project, email, true), is: 'is of staff' },
  revoke: { does: (project, email) => change(project, email, false), is: 'is of staff no more' },
  'reset-factor': { does: reset, is: 'has no second factor' },
};
interface Order {
  readonly does: (project: Project, email: string) => Promise<boolean>;
  readonly is: string;
}

/** Grants or revokes staff rights, or resets a second factor, on the running suite or a deployed project; audited. */
async function staff([name = '', email, projectId]: string[]): Promise<number> {
  const order = ORDERS[name];
  if (!order || email === undefined) throw new CommandError(USAGE);
  const { name: place, project } = openPlace(projectId);
  try {
    const changed = await order.does(project, email);
    console.log(`${email} ${order.is} at ${place}${changed ? '' : ', as before'}.`);
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(staff);
