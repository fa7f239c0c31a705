import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultRule } from '@frostline/embedded'
import { type LoadDraft, retryLoad } from '@frostline/services'
import { killAndRestart, type Programs, victims as programsToKill } from './killing.ts'
import type { LabLoad, LoadLab } from './load-lab.ts'
import { seededRandom } from './seeded-random.ts'

/** `store-errors`: the store returns errors, or no response at all, for some requests. */
const loadVictims = [...programsToKill, 'store-errors'] as const
type LoadVictim = (typeof loadVictims)[number]

export interface LoadChaosReport {
  seed: number
  kills: Record<LoadVictim, number>
  loads: number
  objects: number
  rows: number
  badRows: number
  /** Attempts at batches: as many as batches if nothing was disturbed. */
  attempts: number
  batches: number
  /** Loads that failed with a stated reason, and were then completed by a retry. */
  retried: number
  /** Nodes that ended by themselves: s3Cluster aborts one of this mode when one of its shards fails (26.7). */
  abortedNodes: number
  faults: string[]
}

const slow: FaultRule = { operation: 'GetObject', latencyMs: 120 }
const MAX_KILLS_A_LOAD = 5
const objectsALoad = 12
const rowsAnObject = 4_000
/** Of the broken objects, every this many lines. */
const badEvery = 400
const patienceMs = 180_000

const ways = ['split', 'collect', 'cluster', 'reshard', 'single-node'] as const
type Way = (typeof ways)[number]

/**
 * Starts loads through the web program while processes are killed and the store fails at random moments, the same ones
 * for the same seed: each has to complete (at once, or by one retry after a stated failure), with the rows and the
 * checksum of the bucket's objects, bad rows collected once, and no staging table left.
 */
export async function runLoadChaos(
  lab: LoadLab,
  options: { seed: number; kills: number; report?: (line: string) => void },
): Promise<LoadChaosReport> {
  const random = seededRandom(options.seed)
  const report: LoadChaosReport = {
    seed: options.seed,
    kills: { worker: 0, web: 0, postgres: 0, node: 0, store: 0, 'store-errors': 0 },
    loads: 0,
    objects: 0,
    rows: 0,
    badRows: 0,
    attempts: 0,
    batches: 0,
    retried: 0,
    abortedNodes: 0,
    faults: [],
  }
  const ended: number[] = []
  const killed: number[] = []
  for (const node of lab.clickhouse.nodes) node.onExit(() => ended.push(Date.now()))
  const upkeep = lab.keepNodesUp()
  const door = await lab.openDoor()
  const programs: Programs = { door, worker: await lab.startWorker(), web: await lab.startWeb(door) }
  await putObjects(lab)
  try {
    for (let left = options.kills; left > 0; ) {
      const way = ways[report.loads % ways.length] ?? 'split'
      const table = `chaos_load_${report.loads++}`
      await lab.createTarget(table)
      await lab.store.inject(slow)
      const starting = door.startLoad(draftOf(lab, table, way))
      const most = Math.min(left, MAX_KILLS_A_LOAD)
      for (let kill = 0; kill < most; kill++) {
        await sleep(100 + random() * 1_500)
        const victim = loadVictims[Math.floor(random() * loadVictims.length)] ?? 'worker'
        const draw = { awayMs: random() * 800, nodeDraw: random(), fault: random(), times: random() }
        // A settled load cannot be disturbed any more: the draws are made anyway, to keep the seed's sequence.
        if (await isSettled(lab, table)) continue
        if (victim === 'store-errors') await failRequests(lab, draw)
        else {
          const node = lab.clickhouse.nodes[Math.floor(draw.nodeDraw * lab.clickhouse.nodes.length)]
          if (victim === 'node') killed.push(Date.now())
          await killAndRestart(lab, programs, victim, { awayMs: draw.awayMs, node }, slow)
        }
        report.kills[victim]++
        left--
      }
      const { id } = await starting
      const faults: string[] = []
      const job = await settle(lab, id, report, faults)
      await lab.store.clearFaults()
      faults.push(...(await findFaults(lab, table, way, job, report)))
      report.faults.push(...faults.map((fault) => `${table} ${way} (seed ${options.seed}): ${fault}`))
      const sum = loadVictims.map((victim) => `${victim} ${report.kills[victim]}`).join(', ')
      options.report?.(
        `${table} ${way}: ${job.status}${faults.map((fault) => `; FAULT ${fault}`).join('')}; killed so far: ${sum}`,
      )
      await lab.dropTarget(table)
    }
  } finally {
    await upkeep.stop()
  }
  report.abortedNodes = ended.length - killed.length
  return report
}

/** The same objects for every load: some plain, and in a separate folder compressed ones, some with bad rows. */
async function putObjects(lab: LoadLab): Promise<void> {
  for (let object = 0; object < objectsALoad; object++) {
    const from = object * rowsAnObject
    await lab.putCsv(`chaos/good/${object}.csv`, from, rowsAnObject)
    const every = object % 3 === 0 ? badEvery : undefined
    await lab.putCsv(`chaos/bad/${object}.csv.gz`, from, rowsAnObject, every)
  }
}

function draftOf(lab: LoadLab, table: string, way: Way): LoadDraft & { title: string } {
  return {
    cluster: lab.clusterId,
    title: table,
    source: {
      id: lab.sourceId,
      bucket: lab.bucket,
      selection: { kind: 'glob', glob: `chaos/${way === 'collect' ? 'bad' : 'good'}/*` },
    },
    read: {
      format: 'CSVWithNames',
      compression: way === 'collect' ? 'gzip' : 'none',
      columns: [
        { name: 'day', type: 'Date' },
        { name: 'id', type: 'UInt64' },
        { name: 'text', type: 'String' },
      ],
    },
    target: { database: 'lab', table: `${table}_all` },
    mapping: ['day', 'id', 'text'].map((column) => ({ column, expression: column })),
    strategy: way === 'collect' ? 'split' : way,
    ...(way === 'collect'
      ? {
          badRows: {
            kind: way,
            maxRowsPerObject: 1_000,
            into: { database: 'lab', table: `${table}_bad` },
          },
        }
      : {}),
    batch: { maxBytes: '1000000000', maxObjects: 3 },
  }
}

async function isSettled(lab: LoadLab, table: string): Promise<boolean> {
  const settled = await lab.db.loadJob.count({
    where: { title: table, run: { status: { in: ['completed', 'failed'] } } },
  })
  return settled > 0
}

/** For some reads: errors of a store under load, and broken connections. */
async function failRequests(lab: LoadLab, { fault, times }: { fault: number; times: number }): Promise<void> {
  const kinds: Partial<FaultRule>[] = [{ status: 503 }, { status: 500 }, { dropConnection: true }]
  const kind = kinds[Math.floor(fault * kinds.length)] ?? {}
  await lab.store.clearFaults()
  await lab.store.inject({ operation: 'GetObject', times: 1 + Math.floor(times * 12), ...kind })
  await lab.store.inject(slow)
}

/** A load may fail with a reason (a store that failed for long); then one retry has to complete it. */
async function settle(lab: LoadLab, id: string, report: LoadChaosReport, faults: string[]): Promise<LabLoad> {
  const first = await waitUntilSettled(lab, id)
  if (first.status !== 'failed') return first
  if (!first.error) faults.push('it failed without a reason')
  report.retried++
  await retryLoad(lab.loadCtx, { id })
  return waitUntilSettled(lab, id)
}

async function waitUntilSettled(lab: LoadLab, id: string): Promise<LabLoad> {
  const deadline = Date.now() + patienceMs
  let job: LabLoad | null = null
  while (Date.now() < deadline) {
    // The database may have been killed, so errors are retried.
    job = await lab.load(id).catch(() => job)
    if (job && ['completed', 'failed', 'cancelled'].includes(job.status)) return job
    await sleep(250)
  }
  if (!job) throw new Error(`The load ${id} is not in the ledger.`)
  return job
}

async function findFaults(
  lab: LoadLab,
  table: string,
  way: Way,
  job: LabLoad,
  report: LoadChaosReport,
): Promise<string[]> {
  const faults: string[] = []
  if (job.status !== 'completed')
    faults.push(`it is ${job.status}: ${job.error ?? job.waitReason ?? 'no reason'}`)
  const wanted = await lab.sumOf(objectsALoad * rowsAnObject, way === 'collect' ? isBad : undefined)
  const found = await lab.sumTable(table)
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    faults.push(`the table has ${JSON.stringify(found)}, the bucket ${JSON.stringify(wanted)}`)
  const files = await lab.listFiles(job.id)
  const rows = files.reduce((sum, file) => sum + (file.rows ?? 0n), 0n)
  if (String(rows) !== wanted.rows) faults.push(`the ledger counts ${rows} rows of ${wanted.rows}`)
  if (job.rowsAfter !== null && job.rowsBefore !== null && job.rowsAfter - job.rowsBefore !== rows)
    faults.push(`the table grew by ${job.rowsAfter - job.rowsBefore} rows, the ledger counts ${rows}`)
  const again = await lab.db.loadJob.count({ where: { title: table } })
  if (again !== 1) faults.push(`${again} loads were started instead of one`)
  const staging = await lab.listStaging()
  if (staging.length > 0) faults.push(`staging tables are left: ${staging.join(', ')}`)
  if (way === 'collect') {
    const skipped = files.reduce((sum, file) => sum + (file.skippedRows ?? 0n), 0n)
    const collected = await lab.sumBadRows(`${table}_bad`)
    const bad = BigInt((objectsALoad / 3) * (rowsAnObject / badEvery))
    if (skipped !== bad) faults.push(`the ledger counts ${skipped} bad rows of ${bad}`)
    if (collected.rows !== String(bad) || collected.distinct !== String(bad))
      faults.push(`of ${bad} bad rows these were collected: ${JSON.stringify(collected)}`)
    report.badRows += Number(bad)
  }
  const batches = await lab.db.loadBatch.findMany({ where: { jobId: job.id }, select: { attempt: true } })
  report.batches += batches.length
  report.attempts += batches.reduce((sum, { attempt }) => sum + attempt, 0)
  report.objects += files.length
  report.rows += Number(rows)
  return faults
}

/** SQL over `number`, the id of a line: whether the line was broken. */
const isBad = `intDiv(number, ${rowsAnObject}) % 3 = 0 AND number % ${rowsAnObject} % ${badEvery} = 0`
