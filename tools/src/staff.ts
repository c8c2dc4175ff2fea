import { changeAccess } from '@quantalgo/functions/platform/members/access';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { Refusal } from './command/refusal';
import { runCommand } from './command/runCommand';
import { suiteFolder } from './suite/folders';
import { portsAt, readOffset } from './suite/ports';
import { readRun } from './suite/runFile';
import { openServices, type Services } from './suite/services';

const USAGE = 'npm run staff -- grant|revoke <email> [<project>]';

/** A deployed project, with the caller's own credentials of Google Cloud. */
function openProject(projectId: string): Services {
  const app = initializeApp({ projectId }, 'staff');
  return { auth: getAuth(app), database: getFirestore(app), close: () => deleteApp(app) };
}

/** Where staff are made, and how it is called. */
interface Place {
  readonly name: string;
  readonly services: Services;
}

/** The suite of `npm start`: none that is still starting, and none of a run of the tests. */
function openRunningSuite(): Place {
  const offset = readOffset(process.env['PORT_OFFSET'], 0);
  const run = readRun(suiteFolder(offset).runFile);
  if (run?.state !== 'ready')
    throw new Refusal('No suite is running: `npm start` starts one, or name a deployed project.');
  return { name: run.site, services: openServices(portsAt(offset), 'staff') };
}

/** Grants or takes away the rights of staff; true where there was something to change. */
async function change({ auth, database }: Services, email: string, staff: boolean) {
  const { users } = await auth.getUsers([{ email: email.trim().toLowerCase() }]);
  const [account] = users;
  if (!account) throw new Refusal(`There is no account ${email}.`);
  const reason = `npm run staff -- ${staff ? 'grant' : 'revoke'}`;
  const order = { uid: account.uid, by: 'command line', reason, now: Date.now() };
  const outcome = await changeAccess(
    { auth, firestore: database },
    { ...order, change: { staff } },
  );
  if (outcome === 'missing') throw new Refusal(`${email} has no confirmed account.`);
  return outcome === 'changed';
}

/** Makes somebody one of staff, or takes that away, on the running suite or a deployed project; audited. */
async function staff([what, email, project]: string[]): Promise<number> {
  if ((what !== 'grant' && what !== 'revoke') || email === undefined) throw new Refusal(USAGE);
  const { name, services }: Place =
    project === undefined ? openRunningSuite() : { name: project, services: openProject(project) };
  try {
    const changed = await change(services, email, what === 'grant');
    const is = what === 'grant' ? 'is of staff' : 'is of staff no more';
    console.log(`${email} ${is} at ${name}${changed ? '' : ', as before'}.`);
    return 0;
  } finally {
    await services.close();
  }
}

runCommand(staff);
