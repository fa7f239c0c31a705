export * from './decide-step.ts'
export * from './explain-change.ts'
export * from './foreign-places.ts'
export * from './removal-choice.ts'
