import type { Prisma } from '../generated/client.ts'
import type { OrphanRemovalStage } from '../generated/enums.ts'

/** Objects that a stage has to process. Uploads have no quarantine: they wait for the deletion where they are. */
export function isOpenInStage(
  removalId: string,
  stage: OrphanRemovalStage,
): Prisma.OrphanRemovalObjectWhereInput {
  switch (stage) {
    case 'quarantining':
      return { removalId, kind: { not: 'upload' }, state: { in: ['found', 'quarantining'] } }
    case 'deleting':
      return {
        removalId,
        OR: [{ state: { in: ['quarantined', 'deleting'] } }, { kind: 'upload', state: 'found' }],
      }
    case 'restoring':
      return { removalId, state: { in: ['found', 'quarantining', 'quarantined', 'deleting', 'restoring'] } }
  }
}
