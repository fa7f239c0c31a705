export { type ChangeHub, type ChangeHubOptions, type ChangeNews, createChangeHub } from './change-hub.ts'
