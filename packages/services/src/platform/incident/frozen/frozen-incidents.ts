import type { Prisma, Transaction } from '@frostline/db'
import { hidePeople } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { type AuditObject, recordAudit } from '../../base/record-audit.ts'
import { ServiceError } from '../../base/service-error.ts'
import { findCluster } from '../../cluster/find-cluster.ts'
import { getIncident } from '../get-incident.ts'
import type { Incident } from '../incident-schema.ts'
import {
  exportIncidentInput,
  type FrozenIncident,
  freezeIncidentInput,
  frozenIncidentRef,
  type IncidentContents,
  importIncidentInput,
  measureIncidentInput,
  type OpenedIncident,
} from './frozen-schema.ts'
import {
  type IncidentFile,
  incidentFileVersion,
  maxIncidentFileBytes,
  type PackedIncident,
  packIncident,
  sha256Of,
  unpackIncident,
} from './incident-file.ts'
import { fromIncidentFile, toIncidentFile } from './to-file.ts'

const maxOfCluster = 200
const dayMs = 86_400_000
const all = { messages: true, people: true }
const facts = {
  ...{ id: true, origin: true, title: true, sourceCluster: true, sentence: true, fromAt: true, toAt: true },
  ...{ createdBy: true, createdAt: true, expiresAt: true },
} as const satisfies Prisma.FrozenIncidentSelect

/** What a link or a file of a time range would have, and its size, before anything is stored. */
export async function measureIncident(
  ctx: ServiceContext,
  given: z.input<typeof measureIncidentInput>,
): Promise<IncidentContents> {
  const { messages, people, ...input } = await authorizeInput(ctx, 'viewer', measureIncidentInput, given)
  const answer = await getIncident(ctx, input)
  const file = toIncidentFile(answer, { cluster: input.cluster, title: '' }, { messages, people })
  const { content, plainBytes } = await packIncident(file)
  const { series, marks } = file.data
  const subjects = (names: readonly string[]) =>
    new Set(series.flatMap(({ measure, subject }) => (names.includes(measure) ? [subject] : []))).size
  return {
    ...{ plainBytes, storedBytes: content.byteLength, maxBytes: maxIncidentFileBytes },
    ...{ series: series.length, values: series.reduce((sum, { values }) => sum + values.length, 0) },
    ...{ marks: marks.length, queries: file.queries.length },
    queryForms: subjects(['query-p99', 'query-store-bytes', 'insert-store-bytes']),
    errorMessages: subjects(['failures', 'store-errors']),
    nodes: file.nodes.map(({ name }) => name),
    people: namesOf(file),
  }
}

/**
 * Stores the answer of the page as it is now, until it expires. What has expired is deleted.
 * @throws ServiceError `exhausted` if it is too large, or the cluster has too many.
 */
export async function freezeIncident(
  ctx: ServiceContext,
  given: z.input<typeof freezeIncidentInput>,
): Promise<FrozenIncident> {
  const { title, days, ...input } = await authorizeInput(ctx, 'operator', freezeIncidentInput, given)
  const cluster = await findCluster(ctx.db, input.cluster)
  const answer = await getIncident(ctx, input)
  const file = toIncidentFile(answer, { cluster: cluster.name, title }, all)
  return store(ctx, { cluster, file, packed: await packIncident(file), days, origin: 'frozen' })
}

/**
 * Opens the file of another Frostline on the page of a cluster, marked as imported.
 * @throws ServiceError `invalid` for a file that is too large, damaged, of another version or of another shape.
 */
export async function importIncident(
  ctx: ServiceContext,
  given: z.input<typeof importIncidentInput>,
): Promise<FrozenIncident> {
  const input = await authorizeInput(ctx, 'operator', importIncidentInput, given)
  const cluster = await findCluster(ctx.db, input.cluster)
  const file = await unpackIncident(Buffer.from(input.content, 'base64'))
  // Packed anew: nothing but what was validated is stored.
  const packed = await packIncident(file)
  return store(ctx, { cluster, file, packed, days: input.days, origin: 'imported' })
}

export async function listFrozenIncidents(
  ctx: ServiceContext,
  given: { cluster: string },
): Promise<FrozenIncident[]> {
  const { cluster } = await authorizeInput(ctx, 'viewer', frozenIncidentRef.pick({ cluster: true }), given)
  const { id: clusterId } = await findCluster(ctx.db, cluster)
  const rows = await ctx.db.$queryRaw<(StoredFacts & { storedBytes: number })[]>`
    SELECT "id", "origin"::text AS "origin", "title", "sourceCluster", "sentence", "fromAt", "toAt", "createdBy", "createdAt",
      "expiresAt", octet_length("content") AS "storedBytes"
    FROM "frozen_incident" WHERE "clusterId" = ${clusterId} AND "expiresAt" > ${ctx.now()}
    ORDER BY "createdAt" DESC, "id" DESC`
  return rows.map(({ storedBytes, ...row }) => toFrozen(row, storedBytes))
}

/** @throws ServiceError `not_found`, also after it has expired. */
export async function getFrozenIncident(
  ctx: ServiceContext,
  given: z.input<typeof frozenIncidentRef>,
): Promise<OpenedIncident> {
  const input = await authorizeInput(ctx, 'viewer', frozenIncidentRef, given)
  const { row, file } = await open(ctx, input)
  return { ...fromIncidentFile(file), frozen: toFrozen(row, row.content.byteLength) }
}

export async function removeFrozenIncident(
  ctx: ServiceContext,
  given: z.input<typeof frozenIncidentRef>,
): Promise<{ id: string }> {
  const { cluster: key, id } = await authorizeInput(ctx, 'operator', frozenIncidentRef, given)
  const cluster = await findCluster(ctx.db, key)
  await ctx.db.$transaction(async (tx) => {
    const row = await tx.frozenIncident.findFirst({
      where: { id, clusterId: cluster.id },
      select: { title: true, sentence: true },
    })
    if (!row) throw notFound(id)
    await tx.frozenIncident.delete({ where: { id } })
    await recordAudit(tx, ctx, { ...about('incident.remove-frozen', cluster, row, id), outcome: 'succeeded' })
  })
  return { id }
}

/** A file with the data of a time range, or of a frozen incident. Audited, since it leaves the console. */
export async function exportIncident(
  ctx: ServiceContext,
  given: z.input<typeof exportIncidentInput>,
): Promise<{ name: string; content: string; sizeBytes: number }> {
  const { id, title, messages, people, ...input } = await authorizeInput(
    ctx,
    'viewer',
    exportIncidentInput,
    given,
  )
  const cluster = await findCluster(ctx.db, input.cluster)
  const frozen = id === undefined ? null : await open(ctx, { cluster: input.cluster, id })
  const answer = frozen === null ? await getIncident(ctx, input) : fromIncidentFile(frozen.file)
  const source = { cluster: frozen?.file.cluster ?? cluster.name, title: frozen?.file.title ?? title }
  const file = toIncidentFile(answer, source, { messages, people })
  const { content } = await packIncident(file)
  limitSize(content)
  const time = file.data.from.toISOString().slice(0, 16).replace(':', '')
  const name = `incident-${source.cluster.replace(/[^\w.-]+/g, '-')}-${time}.frostline-incident.gz`
  await ctx.db.$transaction((tx) =>
    recordAudit(tx, ctx, {
      ...about('incident.export', cluster, { title: source.title, sentence: name }, id),
      ...{ outcome: 'succeeded', details: { sizeBytes: content.byteLength, messages, people } },
    }),
  )
  return { name, content: Buffer.from(content).toString('base64'), sizeBytes: content.byteLength }
}

async function store(
  ctx: ServiceContext,
  given: {
    cluster: { id: string; name: string }
    file: IncidentFile
    packed: PackedIncident
    days: number
    origin: FrozenIncident['origin']
  },
): Promise<FrozenIncident> {
  const { cluster, file, packed, days, origin } = given
  const { content } = packed
  limitSize(content)
  return ctx.db.$transaction(async (tx) => {
    await dropExpired(tx, ctx)
    // One at a time: the number is bounded.
    await tx.$queryRaw`SELECT 1 FROM "cluster" WHERE "id" = ${cluster.id} FOR UPDATE`
    if ((await tx.frozenIncident.count({ where: { clusterId: cluster.id } })) >= maxOfCluster)
      throw new ServiceError('exhausted', `${cluster.name} has ${maxOfCluster} frozen incidents.`, {
        hint: 'Delete one of them first.',
      })
    const row = await tx.frozenIncident.create({
      select: facts,
      data: {
        ...{ clusterId: cluster.id, origin, title: file.title, sourceCluster: file.cluster, content },
        ...{ sentence: file.data.explanation.sentence, fromAt: file.data.from, toAt: file.data.to },
        ...{
          formatVersion: incidentFileVersion,
          contentSha256: packed.sha256,
          plainBytes: packed.plainBytes,
        },
        ...{ createdBy: ctx.actor.name, createdAt: ctx.now() },
        expiresAt: new Date(ctx.now().getTime() + days * dayMs),
      },
    })
    await recordAudit(tx, ctx, {
      ...about(origin === 'frozen' ? 'incident.freeze' : 'incident.import', cluster, row, row.id),
      ...{ outcome: 'succeeded', details: { sizeBytes: content.byteLength, days } },
    })
    return toFrozen(row, content.byteLength)
  })
}

async function open(ctx: ServiceContext, { cluster, id }: { cluster: string; id: string }) {
  const { id: clusterId } = await findCluster(ctx.db, cluster)
  const row = await ctx.db.frozenIncident.findFirst({
    where: { id, clusterId, expiresAt: { gt: ctx.now() } },
    select: { ...facts, content: true, contentSha256: true },
  })
  if (!row) throw notFound(id)
  if (sha256Of(row.content) !== row.contentSha256)
    throw new ServiceError('internal', `The frozen incident ${id} was changed in the ledger.`, {
      hint: 'Delete it, and restore the ledger from a backup if it is needed.',
    })
  return { row, file: await unpackIncident(row.content) }
}

async function dropExpired(tx: Transaction, ctx: ServiceContext): Promise<void> {
  await tx.frozenIncident.deleteMany({ where: { expiresAt: { lte: ctx.now() } } })
}

function limitSize(content: Uint8Array): void {
  if (content.byteLength > maxIncidentFileBytes)
    throw new ServiceError(
      'exhausted',
      `The data has ${content.byteLength} bytes, and at most ${maxIncidentFileBytes} are kept.`,
      { hint: 'Choose a shorter time range.' },
    )
}

type StoredFacts = Prisma.FrozenIncidentGetPayload<{ select: typeof facts }>

function toFrozen(row: StoredFacts, storedBytes: number): FrozenIncident {
  return {
    ...{ id: row.id, origin: row.origin, title: row.title, sourceCluster: row.sourceCluster },
    ...{ sentence: row.sentence, from: row.fromAt, to: row.toAt, storedBytes },
    ...{ createdBy: row.createdBy, createdAt: row.createdAt, expiresAt: row.expiresAt },
  }
}

function about(
  action: string,
  cluster: { id: string; name: string },
  { title, sentence }: { title: string; sentence: string },
  id: string | undefined,
): AuditObject {
  const objectName = (title === '' ? sentence : title).slice(0, 200)
  return {
    ...{ action, objectType: 'incident', objectId: id, objectName },
    ...{ clusterId: cluster.id, clusterName: cluster.name },
  }
}

function notFound(id: string): ServiceError {
  return new ServiceError('not_found', `There is no frozen incident ${id}.`, {
    hint: 'It may have expired or been deleted. Open the Incident page with a time range instead.',
  })
}

/** Accounts and people that the marks name. */
function namesOf(file: IncidentFile): string[] {
  const found = file.data.marks.flatMap(({ detail, label }: Incident['data']['marks'][number]) => {
    const sender = /^by (.+?)(?:, failed)?$/s.exec(detail)?.[1]
    const hidden = sender === undefined || sender === 'a user' || hidePeople(detail) === detail
    return [...(hidden ? [] : [sender]), ...(label.match(/[^\s@,;:()<>]+@[^\s@,;()<>]+/g) ?? [])]
  })
  return [...new Set(found)].toSorted().slice(0, 100)
}
