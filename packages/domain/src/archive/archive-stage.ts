export const archiveStages = ['exporting', 'detaching', 'dropping', 'restoring'] as const
export type ArchiveStage = (typeof archiveStages)[number]

/**
 * planned → exporting → proved → detaching → detached → dropping → dropped → expiring → expired; detaching, detached →
 * attaching → attached. A state that ends in -ing is written before anything is sent. Retention makes dropped files expire.
 */
export const archiveStepStates = [
  'planned',
  'exporting',
  'proved',
  'detaching',
  'detached',
  'dropping',
  'dropped',
  'attaching',
  'attached',
  'kept',
  'expiring',
  'expired',
] as const
export type ArchiveStepState = (typeof archiveStepStates)[number]

const openStates: Readonly<Record<ArchiveStage, readonly ArchiveStepState[]>> = {
  exporting: ['planned', 'exporting'],
  detaching: ['proved', 'detaching'],
  dropping: ['detached', 'dropping'],
  restoring: ['planned', 'exporting', 'proved', 'detaching', 'detached', 'attaching'],
}

/** Steps that a stage has to process. */
export function openStepStates(stage: ArchiveStage): readonly ArchiveStepState[] {
  return openStates[stage]
}

/** The rows are in the table, or in its detached parts. */
export function isStillStored(state: ArchiveStepState): boolean {
  return state !== 'dropped' && state !== 'dropping' && !isExpired(state)
}

/** The bucket does not have all of its files any more. */
export function isExpired(state: ArchiveStepState): boolean {
  return expiredStates.some((expired) => expired === state)
}
export const expiredStates = ['expiring', 'expired'] as const
