import { type WarmupPartitions, warmupSpec } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { z } from 'zod'
import { adopt, choice, fault, wholeNumber } from '@/form/field-schemas.ts'
import type { Form } from '@/form/use-form.ts'
import { rateLimit } from '../rate-limit.ts'

const fields = z.object({
  ...{ database: z.string(), table: z.string() },
  /** Null: all. */
  columns: choice<ReadonlySet<string> | null>().refine(
    (columns) => columns?.size !== 0,
    'Choose at least one column.',
  ),
  partitionsKind: choice<WarmupPartitions['kind']>(),
  newest: z.string(),
  chosen: choice<ReadonlySet<string>>(),
  replicas: choice<'all' | 'one' | 'chosen'>(),
  /** Unselected nodes, where nodes are selected. */
  unchosenNodes: choice<ReadonlySet<string>>(),
  where: z.string(),
  threads: wholeNumber(1, 16),
  mebibytesPerSecond: rateLimit,
  query: z.string(),
  /** Where the query runs; null: on the first of the selected nodes. */
  queryNode: choice<string | null>(),
  /** Nodes with the table. */
  nodes: choice<readonly string[]>(),
})

type WarmupDraft = z.input<typeof fields>

/** The form's input, and the warm-up spec that it gives. */
export const warmupForm = fields
  .superRefine((draft, context) => {
    if (draft.table === '' || draft.database === '') fault(context, ['table'], 'Choose a table.')
    const partitions = readPartitions(draft)
    if (typeof partitions === 'string')
      fault(context, [draft.partitionsKind === 'newest' ? 'newest' : 'chosen'], partitions)
    if (draft.nodes.length > 0 && keptNodes(draft).length === 0)
      fault(context, ['unchosenNodes'], 'Choose at least one node.')
  })
  .transform((draft, context) => {
    const { database, table, columns, threads, where, replicas, query, nodes } = draft
    const node = replicas === 'one' ? null : (nodes.find((each) => each === draft.queryNode) ?? null)
    const given = {
      ...{ database, table, partitions: readPartitions(draft), threads },
      columns: columns ? [...columns] : null,
      where: where.trim() || null,
      nodes: replicas === 'chosen' ? keptNodes(draft) : null,
      replicas: replicas === 'one' ? 'one' : 'all',
      measured: query.trim() === '' ? null : { query, node },
    }
    const spec = adopt(warmupSpec, given, context, ([part = '']) => fieldOf[part] ?? 'table')
    return { spec, bytesPerSecond: draft.mebibytesPerSecond }
  })

/** Which field shows a fault of the spec. */
const fieldOf: Record<string, string> = {
  ...{ measured: 'query', partitions: 'chosen', where: 'where', columns: 'columns', nodes: 'unchosenNodes' },
}

export const emptyWarmup = {
  ...{ database: '', table: '', columns: null },
  ...{ partitionsKind: 'newest', newest: '3', chosen: new Set() },
  ...{ replicas: 'all', unchosenNodes: new Set(), nodes: [] },
  ...{ where: '', threads: '2', mebibytesPerSecond: '', query: '', queryNode: null },
} satisfies WarmupDraft as WarmupDraft

export type WarmupForm = Form<typeof warmupForm>

export function keptNodes({
  replicas,
  unchosenNodes,
  nodes,
}: Pick<WarmupDraft, 'replicas' | 'unchosenNodes' | 'nodes'>): string[] {
  return nodes.filter((node) => replicas !== 'chosen' || !unchosenNodes.has(node))
}

/** Or what is wrong. */
export function readPartitions({
  partitionsKind: kind,
  newest,
  chosen,
}: Pick<WarmupDraft, 'partitionsKind' | 'newest' | 'chosen'>): WarmupPartitions | string {
  if (kind === 'all') return { kind }
  if (kind === 'chosen')
    return chosen.size > 0 ? { kind, ids: [...chosen] } : 'Choose at least one partition.'
  const count = readCount(newest)
  return count >= 1 && count <= 10_000 ? { kind, count } : 'From 1 to 10,000.'
}
