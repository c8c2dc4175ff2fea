export { TransferScreen as default } from './TransferScreen';
