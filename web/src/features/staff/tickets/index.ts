export { Tickets as default } from './Tickets';
