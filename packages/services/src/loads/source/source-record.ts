import type { Source, Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { SourceView } from './schema.ts'

const withCollections = {
  collections: {
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: { clusterId: 'asc' },
  },
} as const

export async function listSourceViews(tx: Transaction): Promise<SourceView[]> {
  const rows = await tx.source.findMany({ include: withCollections, orderBy: { name: 'asc' } })
  return rows.map(toView)
}

/** @throws ServiceError `not_found` */
export async function readSourceView(tx: Transaction, id: string): Promise<SourceView> {
  const row = await tx.source.findUnique({ where: { id }, include: withCollections })
  if (!row) throw noSuchSource(id)
  return toView(row)
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
  collections: { createdAt: Date; createdBy: string; cluster: { slug: string; name: string } }[]
}

function toView({ sealedSecret, collections, ...row }: Row): SourceView {
  return {
    ...row,
    hasSecret: sealedSecret !== null,
    collections: collections.map(({ cluster, createdAt, createdBy }) => ({
      cluster: cluster.slug,
      clusterName: cluster.name,
      createdAt,
      createdBy,
    })),
  }
}
