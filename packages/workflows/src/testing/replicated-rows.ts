import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplicatedLab } from '@frostline/services/testing'

const seedRows = 3_000
const rowsAnInsert = 60

/** SQL over `number`: the row with this id. Rows of three months, so that each insert and each object has all of them. */
const row = `toDate('2024-01-15') + toIntervalMonth(number % 3) AS day, number AS id, concat('text ', toString(number)) AS text`

/** A replicated table and its expected rows: each id is assigned once, and every assigned id is inserted. */
export class ReplicatedRows {
  taken = 0

  constructor(
    private readonly lab: ReplicatedLab,
    private readonly table: string,
  ) {}

  /** @returns the first of this many ids. */
  take(rows: number): number {
    const from = this.taken
    this.taken += rows
    return from
  }

  /** Two parts per partition on each shard. */
  async createTable(policy: string): Promise<void> {
    await this.lab.createTable(this.table, {
      columns: 'day Date, id UInt64, text String',
      orderBy: 'id',
      partitionBy: 'toYYYYMM(day)',
      policy,
    })
    for (const shard of this.lab.shards)
      for (let part = 0; part < 2; part++) await this.#insert(shard, this.take(seedRows), seedRows)
    await this.lab.waitForEqualReplicas(this.table)
  }

  csv(from: number, rows: number): string {
    const lines = Array.from({ length: rows }, (_, index) => {
      const id = from + index
      return `2024-0${(id % 3) + 1}-15,${id},text ${id}`
    })
    return `day,id,text\n${lines.join('\n')}\n`
  }

  /** Like another program: inserts into any shard, and repeats until the server confirms. */
  insertRepeatedly(random: () => number): { stop(): Promise<number> } {
    const shards = this.lab.shards
    // A random sequence of its own: how often it inserts depends on the machine.
    let turn = Math.floor(random() * 1000)
    let ended = false
    let inserts = 0
    const running = (async () => {
      while (!ended) {
        await this.#insert(shards[turn++ % shards.length] ?? [], this.take(rowsAnInsert), rowsAnInsert)
        inserts++
        await sleep(300)
      }
    })()
    return {
      async stop() {
        ended = true
        await running
        return inserts
      },
    }
  }

  /** Replicas are equal and writable, and each row is present once. */
  async findFaults(): Promise<string[]> {
    try {
      await this.lab.waitForEqualReplicas(this.table)
    } catch (thrown) {
      return [String(thrown)]
    }
    const sums = 'SELECT count() AS rows, sum(cityHash64(day, id, text)) AS hash FROM'
    const found = await Promise.all(
      this.lab.shards.map(([node = '']) =>
        this.lab.ask<{ rows: string; hash: string }>(node, `${sums} ${this.lab.database}.${this.table}`),
      ),
    )
    const [node = ''] = this.lab.names
    const [wanted] = await this.lab.ask<{ rows: string; hash: string }>(
      node,
      `${sums} (SELECT ${row} FROM numbers(${this.taken}))`,
    )
    const rows = found.reduce((sum, [each]) => sum + BigInt(each?.rows ?? 0), 0n)
    const hash = found.reduce((sum, [each]) => sum + BigInt(each?.hash ?? 0), 0n) % 2n ** 64n
    if (rows === BigInt(wanted?.rows ?? 0) && hash === BigInt(wanted?.hash ?? 0)) return []
    return [`the table has ${rows} rows with hash ${hash}, wanted are ${wanted?.rows} with ${wanted?.hash}`]
  }

  /** The token deduplicates a second attempt at an insert that did arrive. */
  async #insert(replicas: readonly string[], from: number, rows: number): Promise<void> {
    const deadline = Date.now() + 180_000
    for (let attempt = 0; ; attempt++) {
      try {
        await this.lab.ask(
          replicas[attempt % replicas.length] ?? '',
          `INSERT INTO ${this.lab.database}.${this.table} SELECT ${row} FROM numbers(${from}, ${rows})
           SETTINGS insert_deduplicate = 1, insert_deduplication_token = '${this.table}-${from}'`,
        )
        return
      } catch (thrown) {
        if (Date.now() > deadline) throw thrown
        await sleep(300)
      }
    }
  }
}
