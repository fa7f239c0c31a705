import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

/** Slugs of clusters by their IDs. */
export async function readSlugs(tx: Transaction): Promise<Map<string, string>> {
  const rows = await tx.cluster.findMany({ select: { id: true, slug: true } })
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** @throws ServiceError `invalid` for a cluster that does not exist. */
export async function idsOfClusters(tx: Transaction, slugs: readonly string[]): Promise<string[]> {
  const rows = await tx.cluster.findMany({
    where: { slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  })
  return slugs.map((slug) => {
    const found = rows.find((row) => row.slug === slug)
    if (found) return found.id
    throw new ServiceError('invalid', `There is no cluster ${slug}.`, {
      hint: 'Register the cluster first, or correct its slug in the file.',
    })
  })
}
