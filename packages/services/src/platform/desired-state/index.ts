export { renderStateSchema } from '@frostline/domain'
export { applyDesiredState } from './apply.ts'
export { cancelBegunRollouts, carryOutChangeSetStep } from './carry-out-step.ts'
export {
  approveChangeSet,
  cancelChangeSet,
  pauseChangeSet,
  resumeChangeSet,
  retryChangeSet,
} from './change-set-run.ts'
export { listManagedObjects, takeOverManagedObject } from './manage.ts'
export { exportDesiredState, planDesiredState } from './plan.ts'
export { getChangeSet, listChangeSets } from './read-change-sets.ts'
export * from './schema.ts'
