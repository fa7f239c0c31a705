import type { StorageRolloutStep } from '@frostline/db'
import type { ClusterDirectory } from '@frostline/services'

/** File texts are sealed for their row: they may contain keys of a store. */
function placeOf(stepId: string, which: 'before' | 'after') {
  return { purpose: `file of a node, ${which}`, rowId: stepId }
}

export function sealFile(
  clusters: ClusterDirectory,
  stepId: string,
  which: 'before' | 'after',
  text: string,
): Uint8Array<ArrayBuffer> {
  return clusters.secrets.seal(placeOf(stepId, which), text)
}

export interface StepFiles {
  before: string | null
  after: string
}

/** Throws SecretOpenError when the key was lost. */
export function openFiles(clusters: ClusterDirectory, step: StorageRolloutStep): StepFiles {
  return {
    before: step.sealedBefore && clusters.secrets.open(placeOf(step.id, 'before'), step.sealedBefore),
    after: clusters.secrets.open(placeOf(step.id, 'after'), step.sealedAfter),
  }
}
