export {
  type ConfigVerdict,
  checkConfig,
} from './check-config.ts'
