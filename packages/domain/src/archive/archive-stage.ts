export const archiveStages = ['exporting', 'detaching', 'dropping', 'restoring'] as const
export type ArchiveStage = (typeof archiveStages)[number]

/**
 * planned → exporting → proved → detaching → detached → dropping → dropped; detaching, detached → attaching → attached. A
 * state that ends in -ing is written before anything is sent.
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
  return state !== 'dropped' && state !== 'dropping'
}
