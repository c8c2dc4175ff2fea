import * as z from 'zod/mini';
import {
  startCountdown,
  startEmbeddedNotice,
  startMenu,
  startRecord,
  startStickyAction,
} from '../../features/landing/live';
import { registerAfterLoad } from './serviceWorker';
import './styles';

// The content policy forbids to compile code, which zod would try.
z.config({ jitless: true });
startMenu();
startStickyAction();
startCountdown();
startRecord();
startEmbeddedNotice();
registerAfterLoad();
