import type { Prisma, Transaction } from '@frostline/db'
import type { Actor } from '../../platform/base/actor.ts'
import { findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import { withRun } from '../../platform/run/stored-run.ts'

export type StoredArchive = Prisma.ArchiveGetPayload<{ include: typeof withRun }>

export const archives: RunOfKind<StoredArchive> = {
  kind: 'archive',
  find: (tx, id) => tx.archive.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  async detailsOf({ id, stage }, tx) {
    const { _sum, _count } = await tx.archiveStep.aggregate({
      ...{ where: { archiveId: id }, _count: true, _sum: { rows: true } },
    })
    return { stage, partitions: _count, rows: String(_sum.rows ?? 0n) }
  },
}

/** @throws ServiceError `not_found` */
export const findArchive = (tx: Transaction, id: string) => findRun(tx, archives, id)

/** A signed-in person who is not the one that approved the detach. */
export function isSecondPerson({ approvedBy, run }: StoredArchive, { type, id, name }: Actor): boolean {
  return type === 'user' && name !== approvedBy && id !== run.requestedById
}
