import { type ReplicaChoices, withDefaultChoices } from '@frostline/domain'

/** Choices for replicas as they stand in the fields. */
export interface ReplicaDraft {
  behind: NonNullable<ReplicaChoices['behind']>
  readOnly: NonNullable<ReplicaChoices['readOnly']>
  away: NonNullable<ReplicaChoices['away']>
  /** Empty: no limit. */
  waitMinutes: string
}

const MOST_MINUTES = 43_200

export function draftReplicas(choices: ReplicaChoices | undefined): ReplicaDraft {
  const { waitSeconds, ...chosen } = withDefaultChoices(choices)
  // Four digits hold every second: looking at a choice does not change it.
  return {
    ...chosen,
    waitMinutes: waitSeconds === undefined ? '' : String(Number((waitSeconds / 60).toFixed(4))),
  }
}

/** Undefined: no limit. Null: what was typed is no time. */
function readWaitSeconds({ waitMinutes }: ReplicaDraft): number | null | undefined {
  if (waitMinutes.trim() === '') return undefined
  const seconds = Math.round(Number(waitMinutes) * 60)
  return seconds >= 1 && seconds <= MOST_MINUTES * 60 ? seconds : null
}

export function findWaitFault(draft: ReplicaDraft): string | undefined {
  return readWaitSeconds(draft) === null
    ? `Enter a number of minutes up to ${MOST_MINUTES}, or leave it empty.`
    : undefined
}

/** Whatever of it can be waited for is subject to the limit. */
export function mayWait({ behind, readOnly, away }: ReplicaDraft): boolean {
  return behind !== 'leave' || readOnly !== 'leave' || away === 'wait'
}

/** What is not the default, of a draft without a fault. */
export function readReplicas(draft: ReplicaDraft): ReplicaChoices {
  const { behind, readOnly, away } = draft
  const waitSeconds = readWaitSeconds(draft) ?? undefined
  return {
    ...(behind === 'wait' ? {} : { behind }),
    ...(readOnly === 'wait' ? {} : { readOnly }),
    ...(away === 'refuse' ? {} : { away }),
    ...(waitSeconds === undefined || !mayWait(draft) ? {} : { waitSeconds }),
  }
}
