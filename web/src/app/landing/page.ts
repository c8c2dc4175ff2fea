import { startHandleCheck, startMenu } from '../../features/landing/live';
import { registerLater } from './serviceWorker';
import './styles';

startMenu();
startHandleCheck();
registerLater();
