import { startHandleCheck, startMenu } from '../../features/landing/live';
import { registerWhenIdle } from './serviceWorker';
import './styles';

startMenu();
startHandleCheck();
registerWhenIdle();
