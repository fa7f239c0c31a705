export * from './judge-readiness.ts'
export * from './judge-shared-part.ts'
export * from './judge-zero-copy.ts'
export * from './lock-paths.ts'
