export * from './disk-benchmark-spec.ts'
export * from './summarize-disk-case.ts'
