import { startHandleCheck, startMenu } from '../../features/landing/live';
import { registerAfterLoad } from './serviceWorker';
import './styles';

startMenu();
startHandleCheck();
registerAfterLoad();
