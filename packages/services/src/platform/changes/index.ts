export {
  type ChangeHub,
  type ChangeNews,
  createChangeHub,
  maxStreams,
} from './change-hub.ts'
