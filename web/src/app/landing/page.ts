import { startHandleCheck } from '../../screens/landing/live/handleCheck';
import { startMenu } from '../../screens/landing/live/elements';
import { registerOnIntent } from './serviceWorker';
import 'virtual:drawn-styles.css';

startMenu();
startHandleCheck();
registerOnIntent();
