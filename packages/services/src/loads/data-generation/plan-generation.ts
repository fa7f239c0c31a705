import { generateDataStatement } from '@frostline/clickhouse'
import type { Transaction } from '@frostline/db'
import {
  type GenerationChunk,
  type GenerationSpec,
  openRunStatuses,
  overlap,
  planChunks,
  renderPartition,
  renderRows,
  writeFileKey,
  writeObjectPath,
  writePartitionKey,
} from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { AuditObject } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { toStoreError } from '../source/explain-store.ts'
import type { OpenSource } from '../source/open-source.ts'

export interface GenerationPlan {
  chunks: [GenerationChunk, ...GenerationChunk[]]
  /** The SELECT of the first one. */
  rows: string
  /** The statement of a chunk for display. */
  show(chunk: GenerationChunk): string
}

/** Queries no node. @throws ServiceError `invalid` where ClickHouse could not name the files. */
export function planGeneration(spec: GenerationSpec, source: OpenSource): GenerationPlan {
  const path = writeObjectPath(writeFileKey(spec, 0))
  if (path.kind !== 'exact')
    throw new ServiceError(
      'invalid',
      `ClickHouse cannot write to ${JSON.stringify(spec.prefix)}${path.kind === 'unreadable' ? `: ${path.reason}` : '.'}`,
      { hint: 'Choose another folder.' },
    )
  const [first, ...others] = planChunks(spec)
  if (!first) throw new Error('Enter at least one row.')
  // The same for all: only the rows differ.
  const { shownHead } = renderGeneration(spec, source, first)
  return {
    chunks: [first, ...others],
    rows: renderRows(spec, first),
    show: (chunk) => `${shownHead}\n${renderRows(spec, chunk)}`,
  }
}

/** The statement of a chunk, with its head for display. */
export function renderGeneration(
  spec: GenerationSpec,
  source: OpenSource,
  chunk: Pick<GenerationChunk, 'firstRow' | 'rows'>,
) {
  return generateDataStatement({
    target: source.arguments(spec.source.bucket, {
      glob: writePartitionKey(spec),
      format: spec.format,
      compression: spec.compression,
    }),
    partition: renderPartition(spec),
    rows: renderRows(spec, chunk),
  })
}

/** What the folder already contains, as a message; null if nothing. @throws ServiceError `unreachable`, `refused` */
export async function findForeignObjects(
  spec: GenerationSpec,
  { store }: OpenSource,
): Promise<string | null> {
  const { bucket } = spec.source
  const page = await store.listPage(bucket, { prefix: spec.prefix, pageSize: 2 })
  if (page.kind !== 'ok') throw toStoreError(page, `${bucket}/${spec.prefix} could not be listed`)
  const found = page.objects.find(({ key }) => key !== spec.prefix)
  return found
    ? `${bucket}/${spec.prefix} is not empty: it contains ${found.key}. Choose an empty folder, so that nothing is overwritten.`
    : null
}

/** Another generation that writes into the same bucket, in a parent or child folder, through any source. */
export async function findRivalGeneration(tx: Transaction, spec: GenerationSpec): Promise<string | null> {
  const own = await tx.source.findUnique({ where: { id: spec.source.id }, select: { endpoint: true } })
  const rivals = await tx.dataGeneration.findMany({
    where: {
      bucket: spec.source.bucket,
      run: { status: { in: [...openRunStatuses] } },
      source: { endpoint: own?.endpoint ?? '' },
    },
    select: { prefix: true },
  })
  const rival = rivals.find(({ prefix }) => overlap(prefix, spec.prefix))
  return rival
    ? `Another generation writes to ${spec.source.bucket}/${rival.prefix}. Wait until it ends or choose another folder.`
    : null
}

/** A query reads whatever the ClickHouse user may, so it is for admins. @throws ServiceError `forbidden` */
export async function requireRoleFor(
  ctx: ServiceContext,
  { content }: Pick<GenerationSpec, 'content'>,
  attempt?: AuditObject,
): Promise<void> {
  await authorize(ctx, content.kind === 'query' ? 'admin' : 'operator', attempt)
}
