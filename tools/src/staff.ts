import { cleanEmail } from '@quantalgo/contracts/core/identity';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { resetFactor } from '@quantalgo/functions/platform/auth/secondFactor';
import { openProjectOrSuite, type Project } from './suite/project';
import { runCommand, CommandError } from './suite/command';

const USAGE = 'npm run staff -- grant|revoke|reset-factor <email> [<project>]';

async function findUid({ database }: Project, email: string): Promise<string> {
  const matches = database.collection('users').where('email', '==', cleanEmail(email));
  const [member] = (await matches.limit(1).get()).docs;
  if (!member) throw new CommandError(`No confirmed account has the email ${email}.`);
  return member.id;
}

async function change(project: Project, email: string, staff: boolean) {
  const { auth, database: firestore } = project;
  const reason = `npm run staff -- ${staff ? 'grant' : 'revoke'}`;
  const uid = await findUid(project, email);
  const details = { uid, by: 'command line', reason, now: Date.now() };
  const deps = { auth, firestore, log: console };
  const outcome = await changeAccess(deps, { ...details, change: { staff } });
  if (outcome === 'missing') throw new CommandError(`The account ${email} was just deleted.`);
  return outcome === 'changed';
}

async function reset(project: Project, email: string): Promise<boolean> {
  const reason = 'npm run staff -- reset-factor';
  const uid = await findUid(project, email);
  return resetFactor(project.database, { uid, by: 'command line', reason, now: Date.now() });
}

const ACTIONS: Readonly<Record<string, Action>> = {
  grant: { run: (project, email) => change(project, email, true), outcome: 'is staff' },
  revoke: {
    run: (project, email) => change(project, email, false),
    outcome: 'is no longer staff',
  },
  'reset-factor': { run: reset, outcome: 'has no second factor' },
};
interface Action {
  readonly run: (project: Project, email: string) => Promise<boolean>;
  readonly outcome: string;
}

async function staff([name = '', email, projectId]: string[]): Promise<number> {
  const action = ACTIONS[name];
  if (!action || email === undefined) throw new CommandError(USAGE);
  const { name: place, project } = openProjectOrSuite(projectId);
  try {
    const changed = await action.run(project, email);
    console.log(`${email} ${action.outcome} on ${place}${changed ? '' : ' (no change)'}.`);
    return 0;
  } finally {
    await project.close();
  }
}

runCommand(staff);
