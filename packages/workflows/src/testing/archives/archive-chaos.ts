import { setTimeout as sleep } from 'node:timers/promises'
import { decodeWitnesses, openStepStates } from '@frostline/domain'
import type { FaultRule } from '@frostline/embedded'
import {
  attachArchive,
  keepRestored,
  previewKeepRestored,
  resumeArchive,
  retryArchiveRestore,
  retryRestoreRemoval,
  startDueRemovals,
} from '@frostline/services'
import { releaseDueArchives } from '../../archive/run-archive.ts'
import type { ArchiveLab } from '../archive-lab.ts'
import { killAndRestart, type Programs, type Victim, victims } from '../killing.ts'
import { seededRandom } from '../seeded-random.ts'
import { drawTable } from './draw-table.ts'
import type { Random } from './draw-type.ts'
import { addSums, besideTable, Fault, same, TableInLab } from './round-trip.ts'

export interface ArchiveChaosReport {
  seed: number
  kills: Record<Victim, number>
  archives: number
  /** Restores whose rows were removed again. */
  removals: number
  /** Runs that failed with a stated reason, and were then continued. */
  retried: number
  faults: string[]
}

const slow: FaultRule[] = [
  { operation: 'PutObject', latencyMs: 150 },
  { operation: 'GetObject', latencyMs: 80 },
]
const patienceMs = 240_000
const maxRetries = 4
const still = ['completed', 'failed', 'cancelled', 'waiting', 'paused']

/**
 * Archives and restores random tables, and removes the restored rows of every other one again, by the built programs while processes are killed at random moments of every stage, the
 * same ones for the same seed. Each has to end with every row once, and nothing may leave the table before its proof.
 */
export async function runArchiveChaos(
  lab: ArchiveLab,
  options: { seed: number; kills: number; report?: (line: string) => void },
): Promise<ArchiveChaosReport> {
  const random = seededRandom(options.seed)
  const kills = { worker: 0, web: 0, postgres: 0, node: 0, store: 0 }
  const report: ArchiveChaosReport = {
    seed: options.seed,
    kills,
    archives: 0,
    removals: 0,
    retried: 0,
    faults: [],
  }
  const upkeep = lab.keepNodesUp()
  const door = await lab.openDoor('admin')
  const programs: Programs = { door, worker: await lab.startWorker(), web: await lab.startWeb(door) }
  const killed = () => Object.values(kills).reduce((sum, count) => sum + count, 0)
  try {
    while (killed() < options.kills) {
      const drawn = drawTable(options.seed, 1_000_000 + report.archives, 20_000)
      if (drawn.rows === 0) drawn.rows = 100
      // Other engines would merge the rows that an attach brings back as several parts.
      if (drawn.engine !== 'MergeTree') drawn.inserts = 1
      const trip = new Trip(
        lab,
        new TableInLab(lab, drawn),
        programs,
        random,
        report,
        () => options.kills - killed(),
      )
      let fault = ''
      try {
        await trip.run()
      } catch (error) {
        fault = `; FAULT ${error instanceof Error ? error.message : String(error)}`
        report.faults.push(`archive ${report.archives} (seed ${options.seed})${fault}`)
      }
      report.archives++
      options.report?.(
        `archive ${report.archives - 1}: ${drawn.rows} rows, ${trip.ending}${fault}; killed so far: ${victims.map((victim) => `${victim} ${kills[victim]}`).join(', ')}`,
      )
    }
  } finally {
    await upkeep.stop()
  }
  return report
}

const retryOf = {
  archive: resumeArchive,
  'archive-restore': retryArchiveRestore,
  'restore-removal': retryRestoreRemoval,
}

class Trip {
  constructor(
    readonly lab: ArchiveLab,
    readonly at: TableInLab,
    readonly programs: Programs,
    readonly random: Random,
    readonly report: ArchiveChaosReport,
    readonly left: () => number,
  ) {}

  get ending() {
    return this.at.drawn.ending
  }

  async run(): Promise<void> {
    const { lab, at } = this
    await at.create()
    const chosen = await at.partitionIds()
    const before = await at.sums()
    await this.#slowDown()
    const id = await this.#killDuring(() => this.#start(chosen))
    await this.#killDuring(() => this.#settle(id))
    same('the table after the proof', await this.#sums(), before)
    for (let round = 0; (await this.#archive(id)).stage === 'exporting'; round++) {
      if (round === 10) throw new Fault('its parts changed ten times')
      await this.#repeat(() => lab.approve(id))
      const done = this.#killDuring(() => this.#settle(id))
      if (this.ending === 'attach' && round === 0) await this.#attach(id)
      await done
      await this.#refuseMissing(id)
      if (this.ending === 'attach') break
    }
    if (this.ending === 'attach') {
      await this.#attach(id)
      await this.#settle(id)
      same('the table after it was attached again', await this.#sums(), before)
      same('detached parts', await at.detachedParts(), 0)
    } else {
      await this.#release(id)
      await this.#killDuring(() => this.#settle(id))
      await this.#refuseUnproved(id)
      same('detached parts', await at.detachedParts(), 0)
      await this.#restore(id, before)
    }
    await lab.store.clearFaults()
    await at.drop()
  }

  async #restore(id: string, before: string[]): Promise<void> {
    const isInto = this.ending === 'into' && this.at.drawn.engine === 'MergeTree'
    let table = besideTable
    const removes = this.random() < 0.5
    const archived = await this.#sums()
    const path = '/archive-restores'
    const restore = await this.programs.door.begin(
      path,
      `${path}?cluster=${this.lab.clusterId}&archiveId=${id}`,
      (body) => {
        const [found] = (body as { restores: { id: string; table: string }[] }).restores
        if (found && !isInto) table = found.table
        return found?.id
      },
      // A request without a response may have created the table.
      async (attempt) => {
        table = attempt === 0 ? besideTable : `${besideTable} ${attempt}`
        return isInto ? { archiveId: id, mode: 'into' } : { archiveId: id, mode: 'beside', table }
      },
    )
    await this.#killDuring(() => this.#settle(restore))
    const now = await this.#sums()
    same('all rows', isInto ? now : addSums(now, await this.at.sums(table)), before)
    if (!removes) return
    await this.#killDuring(async () => this.#settle(await this.#removeRestored(restore)))
    same('the table after the removal', await this.#sums(), archived)
    if (!isInto) same('tables beside it', await this.#repeat(() => this.at.countTables(table)), 0)
    this.report.removals++
  }

  #removeRestored(restoreId: string): Promise<string> {
    const { lab } = this
    return this.#repeat(async () => {
      const known = await lab.db.restoreRemoval.findFirst({ where: { restoreId } })
      if (known) return known.id
      const now = { id: restoreId, days: 0 }
      const { rows } = await previewKeepRestored(lab.admin, now)
      await keepRestored(lab.admin, { ...now, expectedRows: String(rows) })
      await startDueRemovals(lab.loadCtx)
      return (await lab.db.restoreRemoval.findFirstOrThrow({ where: { restoreId } })).id
    })
  }

  #start(chosen: readonly string[]): Promise<string> {
    const { database, table } = this.at.drawn
    return this.programs.door.begin(
      '/archives',
      `/archives?cluster=${this.lab.clusterId}&limit=50`,
      (body) =>
        (body as { archives: { id: string; database: string; table: string }[] }).archives.find(
          (each) => each.database === database && each.table === table,
        )?.id,
      () => this.#repeat(() => this.at.draft(chosen)),
    )
  }

  /** Up to two kills while it happens. All draws are made, to keep the sequence of the seed. */
  async #killDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    const noted = working.then(
      () => undefined,
      () => undefined,
    )
    for (let kill = 0; kill < 2; kill++) {
      const [afterMs, draw, awayMs, nodeDraw] = [
        this.random() * 1_500,
        this.random(),
        this.random() * 800,
        this.random(),
      ]
      await Promise.race([sleep(afterMs), noted])
      if (isDone || this.left() <= 0) continue
      const victim = victims[Math.floor(draw * victims.length)] ?? 'worker'
      const node = this.lab.clickhouse.nodes[Math.floor(nodeDraw * this.lab.clickhouse.nodes.length)]
      const [first = { operation: 'PutObject' }] = slow
      await killAndRestart(this.lab, this.programs, victim, { awayMs, node }, first)
      if (victim === 'store') await this.#slowDown()
      this.report.kills[victim]++
    }
    return working
  }

  async #slowDown(): Promise<void> {
    await this.lab.store.clearFaults()
    for (const rule of slow) await this.lab.store.inject(rule)
  }

  /** What a kill of a server has failed. */
  async #repeat<Result>(work: () => Promise<Result>): Promise<Result> {
    const deadline = Date.now() + 60_000
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (Date.now() > deadline) throw error
        await sleep(300)
      }
  }

  #sums = () => this.#repeat(() => this.at.sums())
  #archive = (id: string) =>
    this.#repeat(() => this.lab.db.archive.findUniqueOrThrow({ where: { id }, include: { run: true } }))

  /** Until it waits for a person or has ended. A failure needs a reason, and is then continued. */
  async #settle(id: string): Promise<void> {
    const deadline = Date.now() + patienceMs
    for (let retries = 0; ; ) {
      const run = await this.#repeat(() => this.lab.runOf(id))
      if (run.status === 'failed' && retries < maxRetries) {
        if (!run.error) throw new Fault('it failed without a reason')
        retries++
        this.report.retried++
        const retry = retryOf[run.kind as keyof typeof retryOf]
        await this.#repeat<unknown>(() => retry(this.lab.admin, { id }))
      } else if (still.includes(run.status)) {
        if (run.status === 'failed' || run.status === 'paused')
          throw new Fault(`it is ${run.status}: ${run.error}`)
        return
      }
      if (Date.now() > deadline)
        throw new Fault(`it is ${run.status} after ${patienceMs} ms: ${run.waitReason ?? run.error}`)
      await sleep(200)
    }
  }

  /** Each frozen part is active or detached until the drop. */
  async #refuseMissing(id: string): Promise<void> {
    const steps = await this.#repeat(() => this.lab.steps(id))
    if (steps.some(({ state }) => state !== 'detached')) return
    const frozen = steps.reduce((sum, { parts }) => sum + decodeWitnesses(parts).length, 0)
    same('detached parts', await this.#repeat(() => this.at.detachedParts()), frozen)
  }

  async #refuseUnproved(id: string): Promise<void> {
    const { approvedBy, dropAt } = await this.#archive(id)
    if (approvedBy === null || dropAt === null || dropAt > new Date())
      throw new Fault('it was dropped without approval')
    const files = await this.#repeat(() => this.lab.db.archiveFile.findMany({ where: { archiveId: id } }))
    same(
      'files without proof',
      files.filter(({ state, provedAt }) => state !== 'proved' || provedAt === null).length,
      0,
    )
    const open = openStepStates('dropping')
    const left = (await this.#repeat(() => this.lab.states(id))).filter((state) =>
      open.some((each) => each === state),
    )
    same('partitions that are not dropped', left, [])
  }

  async #attach(id: string): Promise<void> {
    const { stage, run } = await this.#archive(id)
    if (stage === 'restoring' || run.status === 'cancelling' || run.status === 'cancelled') return
    await this.#repeat(() => attachArchive(this.lab.admin, { id }))
  }

  async #release(id: string): Promise<void> {
    const { lab } = this
    await this.#repeat(() =>
      lab.db.archive.update({ where: { id }, data: { dropAt: new Date(Date.now() - 1_000) } }),
    )
    await this.#repeat(() => releaseDueArchives(lab.deps))
  }
}
