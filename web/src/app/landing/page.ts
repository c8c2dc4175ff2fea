import { startHandleCheck, startMenu } from '../../screens/landing/live/elements';
import { registerLater } from './serviceWorker';
import './styles';

startMenu();
startHandleCheck();
registerLater();
