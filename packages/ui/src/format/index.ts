export * from './format-bytes.ts'
export * from './format-count.ts'
export * from './format-duration.ts'
export * from './format-money.ts'
export * from './format-ratio.ts'
export * from './format-time.ts'

export * from './read-number.ts'
