import type { Transaction } from '@frostline/db'
import { addressOf, type StateKind, titleOf } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'

interface Managed {
  kind: StateKind
  /** Its id. Omitted: of the whole console. */
  clusterId?: string
  name?: string
}

/**
 * Called within each change of what a file may describe.
 * @throws ServiceError `conflict` for what is managed from a file, until somebody takes it over.
 */
export async function refuseManaged(
  tx: Transaction,
  ctx: ServiceContext,
  ...objects: Managed[]
): Promise<void> {
  if (ctx.appliesFile) return
  for (const { kind, clusterId, name = '' } of objects) {
    const cluster = clusterId === undefined ? null : await slugOf(tx, clusterId)
    const place = { kind, cluster, name }
    const row = await tx.managedObject.findUnique({ where: { address: addressOf(place) } })
    if (row)
      throw new ServiceError('conflict', `The ${titleOf(place)} is managed from ${describeFile(row)}.`, {
        hint: 'Change it in the file and apply that, or take it over under Admin → Desired state and change it then.',
      })
  }
}

async function slugOf(tx: Transaction, id: string): Promise<string | null> {
  return (await tx.cluster.findUnique({ where: { id }, select: { slug: true } }))?.slug ?? null
}

/** "the file frostline (commit 1a2b3c4d)". */
export function describeFile({ file, commit }: { file: string; commit: string | null }): string {
  return `the file ${file}${commit === null ? '' : ` (commit ${commit.slice(0, 8)})`}`
}
