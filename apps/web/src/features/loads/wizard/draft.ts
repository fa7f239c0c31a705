import {
  type BadRowsRule,
  type DuplicateRule,
  defaultLostReplicaRule,
  type LoadSelection,
  type LoadTable,
  type LostReplicaRule,
  type ObjectCompression,
  type ObjectFormat,
  type ProposedTable,
  type TextReading,
} from '@frostline/domain'
import type { LoadDraftInput, StrategyKind } from '../load.ts'

/** The user's selections so far; kept for the tab, so that going back, or a reload, loses nothing. */
export interface Draft {
  source: string
  bucket: string
  by: 'glob' | 'keys'
  glob: string
  keys: readonly string[]
  /** Null: by the names. */
  format: ObjectFormat | null
  compression: ObjectCompression | null
  text: TextReading
  /** By name, types that replace the inferred ones. */
  types: Readonly<Record<string, string>>
  into: 'existing' | 'new'
  database: string
  table: string
  /** Of a new table; null: as proposed. */
  wanted: Omit<LoadTable, 'database' | 'table'> | null
  /** By target column; an empty expression leaves the column to its default. Null: by name. */
  mapping: Readonly<Record<string, string>> | null
  strategy: StrategyKind | null
  node: string | null
  badRows: BadRowsRule
  duplicates: DuplicateRule
  lostReplica: LostReplicaRule
  /** Replicas that must have each batch. Null: insert_quorum of the ClickHouse user. */
  quorum: number | null
  batch: { maxGib: number; maxObjects: number }
  /** Omitted members are defaults. */
  tuning: {
    maxThreads?: number
    maxInsertThreads?: number
    minInsertBlockRows?: number
    batchesAtOnce?: number
    memoryGib?: number
    parallelParsing?: boolean
  }
}

export const emptyDraft: Draft = {
  source: '',
  bucket: '',
  by: 'glob',
  glob: '',
  keys: [],
  format: null,
  compression: null,
  text: {},
  types: {},
  into: 'new',
  database: '',
  table: '',
  wanted: null,
  mapping: null,
  strategy: null,
  node: null,
  badRows: { kind: 'fail' },
  duplicates: 'ask',
  lostReplica: defaultLostReplicaRule,
  quorum: null,
  batch: { maxGib: 10, maxObjects: 1_000 },
  tuning: {},
}

/** Null: nothing is selected yet. */
export function selectionOf({ by, glob, keys }: Draft): LoadSelection | null {
  if (by === 'keys') return keys.length === 0 ? null : { kind: 'keys', keys: [...keys] }
  return glob === '' ? null : { kind: 'glob', glob }
}

/** The columns as read: inferred, with the changed types. */
export function readColumns(
  inferred: readonly { name: string; type: string }[],
  types: Draft['types'],
): { name: string; type: string }[] {
  return inferred.map(({ name, type }) => ({ name, type: types[name] ?? type }))
}

/** What is sent, in the order of the target's columns. */
export function mappingOf(
  mapping: Readonly<Record<string, string>>,
): { column: string; expression: string }[] {
  return Object.entries(mapping).flatMap(([column, expression]) =>
    expression.trim() === '' ? [] : [{ column, expression: expression.trim() }],
  )
}

/** A table as proposed for the read columns, over all nodes of a cluster. */
export function proposeWanted(proposed: ProposedTable, cluster: string | null): NonNullable<Draft['wanted']> {
  return {
    columns: proposed.columns,
    engine: 'MergeTree',
    orderBy: proposed.orderBy,
    partitionBy: proposed.partitionBy,
    ttl: '',
    storagePolicy: '',
    cluster,
    shardingKey: 'rand()',
    sentBy: 'each-node',
  }
}

/** Parts of a draft that only the pages of its steps know. */
export interface Resolved {
  cluster: string
  format: ObjectFormat
  compression: ObjectCompression
  columns: { name: string; type: string }[]
  mapping: Readonly<Record<string, string>>
}

/** Null: an earlier step is incomplete. */
export function toInput(draft: Draft, resolved: Resolved): LoadDraftInput | null {
  const selection = selectionOf(draft)
  const mapping = mappingOf(resolved.mapping)
  if (!selection || mapping.length === 0 || draft.database === '' || draft.table === '') return null
  return {
    cluster: resolved.cluster,
    source: { id: draft.source, bucket: draft.bucket, selection },
    read: {
      format: resolved.format,
      compression: resolved.compression,
      columns: resolved.columns,
      text: draft.text,
    },
    target: { database: draft.database, table: draft.table },
    mapping,
    badRows: draft.badRows,
    duplicates: draft.duplicates,
    lostReplica: draft.lostReplica,
    batch: {
      maxBytes: String(BigInt(Math.max(1, Math.round(draft.batch.maxGib * 1024))) * 1024n ** 2n),
      maxObjects: draft.batch.maxObjects,
    },
    tuning: tuningOf(draft.tuning),
    ...(draft.strategy === null ? {} : { strategy: draft.strategy }),
    ...(draft.node === null ? {} : { node: draft.node }),
    ...(draft.quorum === null ? {} : { quorum: draft.quorum }),
  }
}

function tuningOf({ memoryGib, ...others }: Draft['tuning']): NonNullable<LoadDraftInput['tuning']> {
  return {
    ...others,
    ...(memoryGib === undefined ? {} : { maxMemoryBytes: String(BigInt(memoryGib) * 1024n ** 3n) }),
  }
}
