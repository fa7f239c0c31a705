import { lockRow, notifyChange } from '@frostline/db'
import { defaultPriceBook, type PriceBook } from '@frostline/domain'
import type { z } from 'zod'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { readPriceBook } from './disk-prices.ts'
import {
  type PriceBookView,
  priceBookRef,
  type SetPriceBookInput,
  setPriceBookInput,
} from './price-book-schema.ts'

export async function getPriceBook(
  ctx: ServiceContext,
  given: z.input<typeof priceBookRef>,
): Promise<PriceBookView> {
  const { cluster } = await authorizeInput(ctx, 'viewer', priceBookRef, given)
  const { id } = await findCluster(ctx.db, cluster)
  return readPriceBook(ctx.db, id)
}

/**
 * Sets the cluster's prices; every amount on pages follows. Nothing is sent to the cluster.
 * @throws ServiceError `conflict` when someone else has changed the prices since they were read.
 */
export async function setPriceBook(ctx: ServiceContext, given: SetPriceBookInput): Promise<PriceBookView> {
  const action = given.book === null ? 'price-book.reset' : 'price-book.set'
  const attempt = { action, objectType: 'price-book', objectName: given.cluster }
  await authorize(ctx, 'admin', attempt)
  const { cluster: key, book, basedOn } = parseInput(setPriceBookInput, given)
  return ctx.db.$transaction(async (tx) => {
    const { id: clusterId, name } = await findCluster(tx, key)
    await lockRow(tx, 'cluster', clusterId)
    await refuseManaged(tx, ctx, { kind: 'prices', clusterId })
    const former = await readPriceBook(tx, clusterId)
    if (basedOn !== undefined && basedOn?.getTime() !== former.setAt?.getTime())
      throw new ServiceError(
        'conflict',
        `The prices of ${name} were changed by ${former.setBy ?? 'an admin'}.`,
        {
          hint: 'Reload the prices and change them again.',
        },
      )
    if (book === null) await tx.priceBook.deleteMany({ where: { clusterId } })
    else {
      const stored = { prices: book, setBy: ctx.actor.name, setAt: ctx.now() }
      await tx.priceBook.upsert({ where: { clusterId }, create: { clusterId, ...stored }, update: stored })
    }
    await recordAudit(tx, ctx, {
      ...attempt,
      ...{ objectId: clusterId, objectName: name, clusterId, clusterName: name, outcome: 'succeeded' },
      details: { changed: listChanges(former.book, book ?? defaultPriceBook) },
    })
    await notifyChange(tx, 'cluster', clusterId)
    return readPriceBook(tx, clusterId)
  })
}

/** Changed values, as `local.gibMonth: 0.08 → 0.1`. */
function listChanges(former: PriceBook, next: PriceBook): string[] {
  const [before, after] = [flatten(former), flatten(next)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key) ?? 'none'} → ${after.get(key) ?? 'none'}`)
}

function flatten({ local, object, disks, ...rest }: PriceBook): Map<string, string> {
  const groups: [string, object][] = [
    ['', rest],
    ['local.', local],
    ['object.', object],
    ...disks.map(({ disk, ...prices }): [string, object] => [`disk ${disk}.`, prices]),
  ]
  return new Map(
    groups.flatMap(([prefix, values]) =>
      Object.entries(values).map(([key, value]): [string, string] => [`${prefix}${key}`, String(value)]),
    ),
  )
}
