export { PerformanceMatrix as default } from './PerformanceMatrix';
