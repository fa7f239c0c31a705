import { quoteIdentifier } from '@frostline/clickhouse'
import type { Archive, StepOfArchive } from '@frostline/db'
import {
  type ArchiveColumn,
  type ArchiveStorageClass,
  archiveColumn,
  fillCheck,
  stepFolder,
  storageClasses,
} from '@frostline/domain'
import {
  type ClusterConnection,
  type ConnectedNode,
  type OpenSource,
  readArchiveColumn,
} from '@frostline/services'
import { z } from 'zod'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** It cannot continue until a person has changed something. Shown as the reason of the failure. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
}

const tableUuids = z.record(z.string(), z.string())

/** State of one generation of the run. */
export class ArchiveTask extends RunTask {
  readonly columns: readonly ArchiveColumn[]
  readonly at: { database: string; table: string }
  /** Of the table, by node. */
  readonly uuids: Readonly<Record<string, string>>

  constructor(
    begun: BegunRun,
    readonly archive: Archive,
    readonly source: OpenSource,
    readonly cluster: ClusterConnection,
  ) {
    super(begun)
    this.columns = z.array(archiveColumn).parse(archive.columns)
    this.at = { database: archive.database, table: archive.table }
    this.uuids = tableUuids.parse(archive.tableUuids)
  }

  /** Replicas of the shard of a step. */
  nodesOf({ shard }: Pick<StepOfArchive, 'shard'>): ConnectedNode[] {
    const nodes = this.cluster.nodes.filter(
      (node) => node.shard === shard && this.uuids[node.name] !== undefined,
    )
    if (nodes.length === 0) throw new ArchiveFault(`Shard ${shard} has no node with the table any more.`)
    return nodes
  }

  folderOf({ partitionId }: Pick<StepOfArchive, 'partitionId'>): string {
    const { prefix, database, table } = this.archive
    return stepFolder({ prefix, database, table, runId: this.run.id }, partitionId)
  }

  /** SQL of what is compared of each column in the table. */
  get tableValues(): string[] {
    return comparedValues(this.columns)
  }

  /** The same from a file. */
  get fileValues(): string[] {
    return this.columns.map((column) => fillCheck(column.check, readArchiveColumn(column)))
  }
}

/** That files of an archive are put into. */
export function storageClassOf({ storageClass }: Pick<Archive, 'storageClass'>): ArchiveStorageClass {
  return z.enum(storageClasses).parse(storageClass)
}

/** SQL of what is compared of each column in a table. */
export function comparedValues(columns: readonly ArchiveColumn[]): string[] {
  return columns.map(({ name, check }) => fillCheck(check, quoteIdentifier(name)))
}

/** "partition 202401 of shard 2". */
export function nameStep({ partition, shard }: Pick<StepOfArchive, 'partition' | 'shard'>): string {
  return `partition ${partition} of shard ${shard}`
}
