import { quoteIdentifier } from '@frostline/clickhouse'
import { attachArchive, previewArchive, type StartArchiveInput, startArchive } from '@frostline/services'
import type { ArchiveLab } from '../archive-lab.ts'
import type { DrawnTable } from './draw-table.ts'
import { createTableSql, drawnSettings, insertSql, ownSumsSql } from './table-sql.ts'

/** A drawn table on the nodes of a lab, and what it holds by sums of our own. */
export class TableInLab {
  constructor(
    readonly lab: ArchiveLab,
    readonly drawn: DrawnTable,
  ) {}

  get #clients() {
    return this.lab.admins.slice(0, this.drawn.shards)
  }

  async create(): Promise<void> {
    const { database, rows, inserts, seed } = this.drawn
    for (const [at, [, client]] of this.#clients.entries()) {
      await client.command({ query: `CREATE DATABASE ${quoteIdentifier(database)}` })
      await client.command({ query: createTableSql(this.drawn), clickhouse_settings: drawnSettings })
      for (let insert = 0; insert < inserts; insert++) {
        const own = Math.floor((rows * (insert + 1)) / inserts) - Math.floor((rows * insert) / inserts)
        if (own > 0) await this.#insert(client, own, seed + insert * 10 + at)
      }
    }
  }

  /** On the first shard. */
  async insertLate(): Promise<void> {
    const [[, client] = []] = this.#clients
    if (client) await this.#insert(client, this.drawn.lateRows, this.drawn.seed + 1_000)
  }

  async #insert(client: ArchiveLab['admins'][number][1], rows: number, seed: number): Promise<void> {
    await client.command({ query: insertSql(this.drawn, rows, seed), clickhouse_settings: drawnSettings })
  }

  /** On each shard. */
  async sums(table = this.drawn.table): Promise<string[]> {
    const at = { database: this.drawn.database, table }
    return Promise.all(
      this.#clients.map(async ([, client]) => {
        const [row] = await this.lab
          .rows<Record<string, string>>(client, ownSumsSql(this.drawn, at))
          .catch((error: unknown) => {
            // A restore beside the table creates it where it has rows for it.
            if (table !== this.drawn.table && String(error).includes('UNKNOWN_TABLE')) return []
            throw error
          })
        return row ? Object.values(row).join(' ') : '0 0 0'
      }),
    )
  }

  /** Of the parts that queries see. */
  async partitionIds(): Promise<string[]> {
    const { database, table } = this.drawn
    const found = await Promise.all(
      this.#clients.map(async ([, client]) => {
        const answer = await client.query({
          query: `SELECT DISTINCT partition_id AS id FROM system.parts
            WHERE active AND rows > 0 AND database = {database: String} AND table = {table: String}`,
          query_params: { database, table },
          format: 'JSONEachRow',
        })
        return (await answer.json<{ id: string }>()).map(({ id }) => id)
      }),
    )
    return [...new Set(found.flat())].toSorted()
  }

  detachedParts(): Promise<number> {
    return this.#count('detached_parts', 'table = {table: String}', this.drawn.table)
  }

  /** On how many nodes a table of this name is. */
  countTables(table: string): Promise<number> {
    return this.#count('tables', 'name = {table: String}', table)
  }

  async #count(of: 'detached_parts' | 'tables', where: string, table: string): Promise<number> {
    const { database } = this.drawn
    const found = await Promise.all(
      this.#clients.map(async ([, client]) => {
        const answer = await client.query({
          query: `SELECT toUInt32(count()) AS count FROM system.${of} WHERE database = {database: String} AND ${where}`,
          query_params: { database, table },
          format: 'JSONEachRow',
        })
        return (await answer.json<{ count: number }>())[0]?.count ?? 0
      }),
    )
    return found.reduce((sum, count) => sum + count, 0)
  }

  async drop(): Promise<void> {
    for (const [, client] of this.#clients)
      await client.command({
        query: `DROP DATABASE IF EXISTS ${quoteIdentifier(this.drawn.database)} SYNC`,
        clickhouse_settings: { max_table_size_to_drop: '0' },
      })
  }

  request(partitionIds: readonly string[]) {
    const { database, table, prefix } = this.drawn
    const choice = { kind: 'partitions' as const, partitionIds: [...partitionIds] }
    const source = { id: this.lab.sourceId, bucket: this.lab.bucket }
    return { cluster: this.lab.clusterId, database, table, prefix, source, choice }
  }

  async draft(partitionIds: readonly string[]): Promise<StartArchiveInput> {
    const request = this.request(partitionIds)
    const { rows, steps, obstacles } = await previewArchive(this.lab.admin, request)
    if (obstacles.length > 0) throw new Error(`The preview refuses it: ${obstacles.join(' ')}`)
    return { ...request, graceHours: 24, expectedRows: String(rows), expectedPartitions: steps.length }
  }
}

export class Fault extends Error {
  override readonly name = 'Fault'
}

/** Throws where it is not as it must be. */
export function same(what: string, found: unknown, wanted: unknown): void {
  const [is, must] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (is !== must) throw new Fault(`${what}: ${is}, wanted ${must}`)
}

/** Archives a drawn table and brings it back. Throws where anything is not as it must be. */
export async function tripTable(lab: ArchiveLab, drawn: DrawnTable): Promise<void> {
  const at = new TableInLab(lab, drawn)
  try {
    await at.create()
    await carryOut(at)
  } finally {
    await at.drop()
  }
}

async function carryOut(at: TableInLab): Promise<void> {
  const { lab, drawn } = at
  const all = await at.partitionIds()
  if (all.length === 0) {
    const { obstacles } = await previewArchive(lab.admin, at.request(['all']))
    return same('obstacles of an empty table', obstacles, ['None of these partitions has rows.'])
  }
  const chosen = drawn.takesHalf ? all.filter((_, index) => index % 2 === 0) : all
  const before = await at.sums()
  const { id } = await startArchive(lab.admin, await at.draft(chosen))
  await driveTo(lab, id, 'waiting')
  same('the table after the proof', await at.sums(), before)
  if (drawn.lateRows > 0) await at.insertLate()
  const whole = await at.sums()
  for (let round = 0; (await stageOf(lab, id)) === 'exporting'; round++) {
    if (round === 10) throw new Fault('its parts changed ten times')
    await lab.approve(id)
    await driveTo(lab, id, 'waiting')
  }
  if (drawn.ending === 'attach') {
    await attachArchive(lab.admin, { id })
    await driveTo(lab, id, 'cancelled')
    same('the table after it was attached again', await at.sums(), whole)
    return same('detached parts', await at.detachedParts(), 0)
  }
  await lab.passGrace(id)
  await driveTo(lab, id, 'completed')
  same('detached parts', await at.detachedParts(), 0)
  const isInto = drawn.ending === 'into' && drawn.engine === 'MergeTree' && drawn.lateRows === 0
  const rest = await at.sums()
  if (!drawn.takesHalf && drawn.lateRows === 0)
    same(
      'the table after the drop',
      rest.map(countOf),
      rest.map(() => '0'),
    )
  const restored = await lab.restore({
    archiveId: id,
    ...(isInto ? { mode: 'into' } : { mode: 'beside', table: besideTable }),
  })
  if (restored.status !== 'completed')
    throw new Fault(`the restore: ${restored.error} ${await whyOfLoads(lab, restored.restoreId)}`)
  const now = await at.sums()
  same('all rows', isInto ? now : addSums(now, await at.sums(besideTable)), whole)
}

export const besideTable = 'brought back'

async function driveTo(lab: ArchiveLab, id: string, wanted: string): Promise<void> {
  const { status, error } = await lab.drive(id)
  same('the archive', [status, error], [wanted, null])
}

async function stageOf(lab: ArchiveLab, id: string) {
  return (await lab.db.archive.findUniqueOrThrow({ where: { id } })).stage
}

const countOf = (sums: string) => sums.split(' ')[0]

/** Of the rows of both, shard by shard. */
export function addSums(some: readonly string[], others: readonly string[]): string[] {
  return some.map((own, shard) => {
    const [a, b] = [own, others[shard] ?? ''].map((sums) => sums.split(' ').map(BigInt))
    const [count = 0n, sum = 0n, xor = 0n] = a ?? []
    const [count2 = 0n, sum2 = 0n, xor2 = 0n] = b ?? []
    return [count + count2, BigInt.asUintN(64, sum + sum2), xor ^ xor2].join(' ')
  })
}

/** What the loads of a restore say. */
async function whyOfLoads(lab: ArchiveLab, restoreId: string): Promise<string> {
  const steps = await lab.db.archiveRestoreStep.findMany({ where: { restoreId } })
  const batches = await lab.db.loadBatch.findMany({
    where: { jobId: { in: steps.flatMap(({ loadId }) => loadId ?? []) } },
  })
  return batches.map(({ status, error }) => `${status}: ${error ?? ''}`).join('; ')
}
