import { type WarmupPartitions, type WarmupSpec, warmupSpec } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { readPace } from '../read-pace.ts'

/** What a person has chosen and typed so far. */
export interface WarmupDraft {
  database: string
  table: string
  /** Null: all. */
  columns: ReadonlySet<string> | null
  partitionsKind: WarmupPartitions['kind']
  newest: string
  chosen: ReadonlySet<string>
  replicas: 'all' | 'one' | 'chosen'
  /** Left out, where nodes are chosen. */
  unchosenNodes: ReadonlySet<string>
  where: string
  threads: string
  mebibytesPerSecond: string
  query: string
  /** Where the query runs; null: on the first of the chosen nodes. */
  queryNode: string | null
}

export const emptyWarmupDraft: WarmupDraft = {
  ...{ database: '', table: '', columns: null },
  ...{ partitionsKind: 'newest', newest: '3', chosen: new Set() },
  ...{ replicas: 'all', unchosenNodes: new Set() },
  ...{ where: '', threads: '2', mebibytesPerSecond: '', query: '', queryNode: null },
}

export type WarmupFaults = Partial<
  Record<
    | 'table'
    | 'columns'
    | 'newest'
    | 'chosen'
    | 'nodes'
    | 'threads'
    | 'mebibytesPerSecond'
    | 'where'
    | 'query',
    string
  >
>

export type ReadWarmup =
  | { kind: 'complete'; spec: WarmupSpec; bytesPerSecond: number | null }
  | { kind: 'faulty'; faults: WarmupFaults }

/** The warm-up that was chosen, by the rules of the domain; else what is wrong, by field. @param nodes that have the table. */
export function readWarmupDraft(draft: WarmupDraft, nodes: readonly string[]): ReadWarmup {
  const faults: WarmupFaults = {}
  const pace = readPace(draft.mebibytesPerSecond)
  if ('fault' in pace) faults.mebibytesPerSecond = pace.fault
  if (draft.table === '' || draft.database === '') faults.table = 'Choose a table.'
  if (draft.columns?.size === 0) faults.columns = 'Choose at least one column.'
  const partitions = readPartitions(draft)
  if (typeof partitions === 'string')
    faults[draft.partitionsKind === 'newest' ? 'newest' : 'chosen'] = partitions
  const kept = keptNodes(draft, nodes)
  if (nodes.length > 0 && kept.length === 0) faults.nodes = 'Choose at least one node.'
  const threads = readCount(draft.threads)
  if (!(threads >= 1 && threads <= 16)) faults.threads = 'From 1 to 16.'
  if (Object.keys(faults).length > 0 || typeof partitions === 'string' || 'fault' in pace)
    return { kind: 'faulty', faults }
  const spec = warmupSpec.safeParse({
    ...{ database: draft.database, table: draft.table, partitions, threads },
    columns: draft.columns ? [...draft.columns] : null,
    where: draft.where.trim() || null,
    nodes: draft.replicas === 'chosen' ? kept : null,
    replicas: draft.replicas === 'one' ? 'one' : 'all',
    measured:
      draft.query.trim() === ''
        ? null
        : {
            query: draft.query,
            node: draft.replicas === 'one' ? null : (nodes.find((node) => node === draft.queryNode) ?? null),
          },
  })
  return spec.success
    ? { kind: 'complete', ...pace, spec: spec.data }
    : {
        kind: 'faulty',
        faults: Object.fromEntries(spec.error.issues.map(({ path, message }) => [fieldOf(path[0]), message])),
      }
}

export function keptNodes(
  { replicas, unchosenNodes }: Pick<WarmupDraft, 'replicas' | 'unchosenNodes'>,
  nodes: readonly string[],
): string[] {
  return nodes.filter((node) => replicas !== 'chosen' || !unchosenNodes.has(node))
}

/** Where the form shows what is wrong with a part of the spec. */
function fieldOf(part: PropertyKey | undefined): keyof WarmupFaults {
  if (part === 'measured') return 'query'
  if (part === 'partitions') return 'chosen'
  return part === 'where' || part === 'columns' || part === 'nodes' ? part : 'table'
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
