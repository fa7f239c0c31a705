export {
  type ChangeHub,
  type ChangeHubOptions,
  type ChangeNews,
  createChangeHub,
  mostStreams,
} from './change-hub.ts'
