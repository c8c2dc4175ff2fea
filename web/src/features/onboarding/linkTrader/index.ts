export { LinkTraderScreen as default } from './LinkTraderScreen';
