export { BotAccess as default } from './BotAccess';
