import { notifyChange, type Source, type Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { nothingExempt } from '../../platform/net/explain-address.ts'
import { refuseOpenRuns } from '../../platform/open-run/refuse-open-runs.ts'
import { refusePipelines } from '../load-pipeline/change-pipelines.ts'
import { requireAllowedEndpoint } from './check-address.ts'
import {
  type SourceInput,
  type SourceView,
  sourceInput,
  sourceRef,
  type UpdateSourceInput,
  updateSourceInput,
  type WantedSource,
} from './schema.ts'
import { findSource, listSourceViews, readSourceView } from './source-record.ts'
import {
  describeSource,
  explainTakenSource,
  insertSource,
  replaceSource,
  requireWholeAuth,
} from './store-source.ts'

/**
 * Stores a source with its key sealed. Nothing is sent to it: an unreachable store can be saved.
 * @throws ServiceError `invalid` for a forbidden endpoint, `conflict` for a name that is taken.
 */
export async function createSource(ctx: ServiceContext, given: SourceInput): Promise<SourceView> {
  const about = { action: 'source.create', objectType: 'source', objectName: given.name }
  await authorize(ctx, 'admin', about)
  const wanted = parseInput(sourceInput, given)
  requireWholeAuth(wanted, false)
  try {
    return await ctx.db.$transaction(async (tx) => {
      await requireAllowedEndpoint(tx, wanted, ctx.sourceAddresses ?? nothingExempt)
      const id = await insertSource(tx, ctx, wanted)
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        outcome: 'succeeded',
        details: describeSource(wanted),
      })
      return readSourceView(tx, id, ctx.actor)
    })
  } catch (error) {
    throw explainTakenSource(error, wanted)
  }
}

/**
 * Replaces a source. The stored secret is only sent to the endpoint and with the access key that it was given for.
 * @throws ServiceError `invalid`, `not_found`, `conflict`
 */
export async function updateSource(ctx: ServiceContext, given: UpdateSourceInput): Promise<SourceView> {
  const about = { action: 'source.update', objectType: 'source', objectId: given.id, objectName: given.name }
  await authorize(ctx, 'admin', about)
  const { id, ...wanted } = parseInput(updateSourceInput, given)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const present = await findSource(tx, id)
      await refuseManaged(tx, ctx, { kind: 'sources', name: present.name })
      requireWholeAuth(wanted, mayKeepSecret(present, wanted))
      await requireAllowedEndpoint(tx, wanted, ctx.sourceAddresses ?? nothingExempt)
      await refuseStaleCollections(tx, present, wanted)
      if (leadsElsewhere(present, wanted)) await refuseOpenRuns(tx, { sourceId: id })
      await replaceSource(tx, ctx, present, wanted)
      await recordAudit(tx, ctx, { ...about, outcome: 'succeeded', details: describeSource(wanted) })
      return readSourceView(tx, id, ctx.actor)
    })
  } catch (error) {
    throw explainTakenSource(error, wanted)
  }
}

/** Keys may be replaced during a run; its objects must stay reachable. */
function leadsElsewhere(present: Source, wanted: WantedSource): boolean {
  return (
    present.endpoint !== wanted.endpoint ||
    present.region !== wanted.region ||
    present.pathStyle !== wanted.pathStyle ||
    present.buckets.some((bucket) => !wanted.buckets.includes(bucket))
  )
}

function mayKeepSecret(present: Source, wanted: WantedSource): boolean {
  if (present.sealedSecret === null || wanted.secretAccessKey !== '') return false
  if (present.endpoint === wanted.endpoint && present.accessKeyId === wanted.accessKeyId) return true
  throw new ServiceError('invalid', 'secretAccessKey: The endpoint or the access key ID has changed.', {
    hint: 'Enter the secret access key again. The stored one is not sent to another endpoint.',
  })
}

/** Deletes a source and its key. Nothing in the bucket changes. @throws ServiceError `not_found`, `conflict` */
export async function removeSource(ctx: ServiceContext, given: z.input<typeof sourceRef>): Promise<void> {
  const about = { action: 'source.remove', objectType: 'source', objectId: given.id, objectName: given.id }
  await authorize(ctx, 'admin', about)
  const { id } = parseInput(sourceRef, given)
  await ctx.db.$transaction(async (tx) => {
    const source = await findSource(tx, id)
    await refuseManaged(tx, ctx, { kind: 'sources', name: source.name })
    await refuseHeldCollections(tx, source)
    await refuseOpenRuns(tx, { sourceId: id })
    await refusePipelines(tx, id)
    await refuseAuditDestinations(tx, id)
    await tx.source.delete({ where: { id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: source.name,
      outcome: 'succeeded',
      details: { endpoint: source.endpoint, buckets: source.buckets },
    })
    await notifyChange(tx, 'source', id)
  })
}

/** All sources by name. Contacts no store. */
export async function listSources(ctx: ServiceContext): Promise<SourceView[]> {
  await authorize(ctx, 'viewer')
  return listSourceViews(ctx.db, ctx.actor)
}

/** @throws ServiceError `not_found` */
export async function getSource(ctx: ServiceContext, given: z.input<typeof sourceRef>): Promise<SourceView> {
  await authorize(ctx, 'viewer')
  return readSourceView(ctx.db, parseInput(sourceRef, given).id, ctx.actor)
}

/**
 * Nodes have the former values: a source whose collection the console has created keeps its name, endpoint and keys
 * until that collection is dropped from the nodes.
 * @throws ServiceError `conflict`
 */
async function refuseStaleCollections(tx: Transaction, present: Source, wanted: WantedSource): Promise<void> {
  const same =
    wanted.auth === 'collection' &&
    wanted.collectionName === present.collectionName &&
    wanted.endpoint === present.endpoint &&
    wanted.region === present.region &&
    wanted.buckets[0] === present.buckets[0] &&
    (wanted.accessKeyId === '' ? null : wanted.accessKeyId) === present.accessKeyId &&
    wanted.secretAccessKey === ''
  if (!same) await refuseHeldCollections(tx, present)
}

/** @throws ServiceError `conflict` while audit entries are written with its keys. */
async function refuseAuditDestinations(tx: Transaction, sourceId: string): Promise<void> {
  const destinations = await tx.auditDestination.findMany({
    where: { sourceId },
    select: { name: true },
    orderBy: { name: 'asc' },
  })
  if (destinations.length === 0) return
  const names = destinations.map(({ name }) => name).join(', ')
  throw new ServiceError('conflict', `The source is used by the audit destination ${names}.`, {
    hint: 'Remove that destination in the audit log first.',
  })
}

/** @throws ServiceError `conflict` as long as nodes may hold the collection. */
async function refuseHeldCollections(tx: Transaction, source: Source): Promise<void> {
  const held = await tx.sourceCollection.findMany({
    where: { sourceId: source.id },
    include: { cluster: { select: { name: true } } },
  })
  if (held.length === 0) return
  const names = held.map(({ cluster }) => cluster.name).join(', ')
  throw new ServiceError(
    'conflict',
    `The nodes of ${names} have the named collection ${source.collectionName} of ${source.name}.`,
    {
      hint: 'On the page of the source, drop the collection from these nodes first. Create it again afterwards.',
    },
  )
}
