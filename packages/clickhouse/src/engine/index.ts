export {
  type CheckedVolume,
  type ConfigCheckRequest,
  type ConfigVerdict,
  checkConfig,
} from './check-config.ts'
