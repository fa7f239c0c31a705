import { type StateChange, type StateObject, titleOf } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/** @throws ServiceError `conflict` for an object that is not as the plan has found it. */
export function refuseDeviation(change: StateChange, present: StateObject | null): never {
  const what = present === null ? 'was removed' : change.before === null ? 'was created' : 'has changed'
  throw new ServiceError('conflict', `The ${titleOf(change)} ${what} since the plan.`, {
    hint: 'Plan and apply the file again.',
  })
}
