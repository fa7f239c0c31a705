export * from './archive-expiry.ts'
export * from './archive-restore.ts'
export * from './archive-steps.ts'
export * from './end-archive.ts'
