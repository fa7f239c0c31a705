export { connectS3StoreControl, type S3StoreControl } from './control-client.ts'

export type { FaultRule } from './server/faults.ts'

export { type S3StoreHandle, type StartS3StoreOptions, startS3Store } from './start.ts'
