import { tableDefinition } from '@frostline/clickhouse'
import {
  type Archive,
  type ArchiveRestoreMode,
  type RestoreRemovalStep,
  type StepOfArchive,
  thawRemovalStep,
} from '@frostline/db'
import { type ArchiveColumn, archiveColumn } from '@frostline/domain'
import type { ClusterConnection, ConnectedNode, OpenSource } from '@frostline/services'
import { z } from 'zod'
import { nameStep } from '../archive/archive-task.ts'
import { readFromNode } from '../archive/read-from-node.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** It cannot continue until a person has changed something. Shown as the reason of the failure. */
export class RemovalFault extends Error {
  override readonly name = 'RemovalFault'
}

export interface RemovedTable {
  database: string
  table: string
  mode: ArchiveRestoreMode
}

/** One restored partition of a removal, with the archive's record of it. */
export interface RemovedStep {
  own: RestoreRemovalStep
  archived: StepOfArchive
  /** Of the table on its node when the restored rows were compared. */
  tableUuid: string | null
}

/** State of one generation of a removal of restored rows. */
export class RemovalTask extends RunTask {
  readonly columns: readonly ArchiveColumn[]
  readonly at: { database: string; table: string }
  readonly isInto: boolean

  constructor(
    begun: BegunRun,
    readonly archive: Archive,
    readonly source: OpenSource,
    readonly cluster: ClusterConnection,
    { database, table, mode }: RemovedTable,
  ) {
    super(begun)
    this.columns = z.array(archiveColumn).parse(archive.columns)
    this.at = { database, table }
    this.isInto = mode === 'into'
  }

  nodeOf({ nodeName }: RestoreRemovalStep): ConnectedNode {
    const node = this.cluster.nodes.find(({ name }) => name === nodeName)
    if (!node) throw new RemovalFault(`${nodeName} is not in the cluster any more.`)
    return node
  }

  /** Nodes that have the restored parts: all replicas of a replicated table. Null: a person has stopped it. */
  async listReplicas({ own, archived }: RemovedStep): Promise<ConnectedNode[] | null> {
    const node = this.nodeOf(own)
    const what = `Reading ${this.at.database}.${this.at.table}`
    const read = await readFromNode(this, node, tableDefinition, this.at, what)
    if (read.kind === 'stopped') return null
    if (read.kind === 'refused') throw new RemovalFault(`${nameStep(archived)}: ${read.message}`)
    return read.rows[0]?.engine.startsWith('Replicated')
      ? this.cluster.nodes.filter(({ shard }) => shard === node.shard)
      : [node]
  }

  thaw(own: RestoreRemovalStep): Promise<void> {
    return thawRemovalStep(this.deps.db, this.run, own, this.deps.now())
  }
}
