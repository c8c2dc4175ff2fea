import { onLogFault } from '../../data/core/faultFlag';
import { startHandleCheck } from '../../screens/landing/live/handleCheck';
import { startMenu } from '../../screens/landing/live/elements';
import { registerOnIntent } from './serviceWorker';
import 'virtual:drawn-styles.css';

onLogFault(
  () =>
    void import('../logBar').then(
      ({ showLogBar }) => showLogBar(),
      () => undefined,
    ),
);
startMenu();
startHandleCheck();
registerOnIntent();
