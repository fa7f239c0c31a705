import type { Source, Transaction } from '@frostline/db'
import { maySee, whereSource } from '../../identity/access/visible.ts'
import type { Actor } from '../../platform/base/actor.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { SourceView } from './schema.ts'

const withCollections = {
  collections: {
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: { clusterId: 'asc' },
  },
} as const

/** Those that the actor may see. */
export async function listSourceViews(tx: Transaction, actor: Actor): Promise<SourceView[]> {
  const rows = await tx.source.findMany({
    where: whereSource(actor) ?? {},
    include: withCollections,
    orderBy: { name: 'asc' },
  })
  return rows.map((row) => toView(row, actor))
}

/** @throws ServiceError `not_found` */
export async function readSourceView(tx: Transaction, id: string, actor: Actor): Promise<SourceView> {
  const row = await tx.source.findUnique({ where: { id }, include: withCollections })
  if (!row) throw noSuchSource(id)
  return toView(row, actor)
}

/** With its sealed secret, only to connect now. @throws ServiceError `not_found` */
export async function findSource(tx: Transaction, id: string): Promise<Source> {
  const row = await tx.source.findUnique({ where: { id } })
  if (!row) throw noSuchSource(id)
  return row
}

/**
 * Locks a source against removal until the transaction ends: for references without a foreign key.
 * @throws ServiceError `not_found`
 */
export async function holdSource(tx: Transaction, id: string): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`SELECT id FROM source WHERE id = ${id} FOR KEY SHARE`
  if (held.length === 0) throw noSuchSource(id)
}

function noSuchSource(id: string): ServiceError {
  return new ServiceError('not_found', `There is no source ${id}.`, {
    hint: 'It may have been removed. Choose one from the list of sources.',
  })
}

type Row = Source & {
  collections: {
    clusterId: string
    createdAt: Date
    createdBy: string
    cluster: { slug: string; name: string }
  }[]
}

function toView({ sealedSecret, collections, ...row }: Row, actor: Actor): SourceView {
  return {
    ...row,
    hasSecret: sealedSecret !== null,
    collections: collections
      .filter(({ clusterId }) => maySee(actor, { kind: 'cluster-name', clusterId }))
      .map(({ cluster, createdAt, createdBy }) => ({
        cluster: cluster.slug,
        clusterName: cluster.name,
        createdAt,
        createdBy,
      })),
  }
}
