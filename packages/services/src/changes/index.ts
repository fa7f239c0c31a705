export {
  type ChangeHub,
  type ChangeNews,
  createChangeHub,
  mostStreams,
} from './change-hub.ts'
