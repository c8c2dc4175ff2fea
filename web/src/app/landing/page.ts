import { startHandleCheck, startMenu } from '../../features/landing/live';
import { registerAfterLoad } from './serviceWorker';

startMenu();
startHandleCheck();
registerAfterLoad();
