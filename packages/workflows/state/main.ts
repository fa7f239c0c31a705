import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { recoverRun } from '@frostline/db'
import { drivenRunStatuses } from '@frostline/domain'
import { openControlEndpoint, queryNode, startTestStack } from '@frostline/embedded/testing'
import { applyDesiredState, ServiceError } from '@frostline/services'
import { openTestServices } from '@frostline/services/testing'
import { changeSetWork } from '../src/change-set/run-change-set.ts'
import { driveOnce } from '../src/testing/drive-once.ts'
import { labDeps } from '../src/testing/lab-deps.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { runStateChaos } from '../src/testing/state-chaos.ts'
import { driveRollouts } from './drive-rollouts.ts'
import { type ChildWork, spawnChild } from './spawn-child.ts'

/**
 * `npm run state [-- --edits 200 --seed 1 --kills 50]`: random edits of a file and of the console. At so many edits a
 * process is killed: the one that applies, the one that makes the changes, or PostgreSQL. Rollouts of disks and policies
 * restart the nodes. The same seed draws the same edits and victims; the moments of the kills vary.
 */
const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '50' },
  },
})
const [edits, seed, kills] = [Number(values.edits), Number(values.seed), Number(values.kills)]
if (![edits, seed, kills].every(Number.isInteger) || edits < 1 || kills < 0)
  throw new Error('Give --edits, --seed and --kills whole numbers.')

const stack = await startTestStack({ shards: 2, postgres: 'empty', embeddedOnly: true })
const { postgres } = stack.embedded
const { nodes, users } = stack.embedded.clickhouse
const services = await openTestServices(postgres.url)
const { db } = services
const ctx = await services.person('admin')
const clusterId = randomUUID()
await db.cluster.create({
  data: {
    ...{ id: clusterId, slug: 'prod', name: 'Prod', username: users.frostline.username },
    sealedPassword: services.clusters.sealPassword(clusterId, users.frostline.password),
    nodes: {
      create: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    },
    configTarget: {
      create: {
        ...{ kind: 'directory', folder: '', updatedAt: new Date(), updatedBy: 'state' },
        folderByNode: Object.fromEntries(
          await Promise.all(
            nodes.map(async ({ name, configFolder }) => [name, await realpath(configFolder)]),
          ),
        ),
      },
    },
  },
})
const tables = ['shop.orders', 'shop.items']
for (const { httpUrl } of nodes) {
  await queryNode(httpUrl, users.admin, 'CREATE DATABASE shop')
  for (const table of tables)
    await queryNode(
      httpUrl,
      users.admin,
      `CREATE TABLE ${table} (day Date, id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS storage_policy = 'default_tiered'`,
    )
}
const diskFolder = join(await realpath(stack.dataDir), 'clickhouse')
const supervisor = await openControlEndpoint(stack.embedded.clickhouse)
const deps = labDeps({ db, ctx: { clusters: services.clusters } })
const endRollouts = driveRollouts(
  labDeps(
    { db, ctx: { clusters: services.clusters } },
    { configuration: { roots: [await realpath(stack.dataDir)], supervisor } },
  ),
)
const by = { type: 'system' as const, id: 'state', name: 'worker of npm run state' }
const victimsAt = seededRandom(seed + 1)
const told = { worker: 0, web: 0, postgres: 0 }
let left = kills

/** Whether this edit gets a kill: as many as wanted, spread over all edits. */
const isHit = () => left > 0 && victimsAt() < Math.max(kills / edits, 0.05)

async function whenReachable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ServiceError) throw error
      await sleep(200)
    }
  }
}

const childOf = (work: ChildWork) =>
  spawnChild({ url: postgres.url, key: services.secretKey, actor: ctx.actor, work })

async function carryOut(id: string): Promise<string> {
  if (isHit()) {
    left -= 1
    if (victimsAt() < 0.5) {
      told.worker += 1
      await killInTheMiddle(childOf({ kind: 'drive', id }), await maxMsOf(id))
    } else {
      told.postgres += 1
      const driven = driveOnce(deps, changeSetWork, id).catch(() => null)
      await sleep(victimsAt() * (await maxMsOf(id)))
      await postgres.kill()
      await postgres.start()
      await driven
    }
  }
  for (;;) {
    const run = await whenReachable(() => db.run.findUniqueOrThrow({ where: { id } }))
    if (!drivenRunStatuses.some((status) => status === run.status)) return run.status
    // A worker is lost: the next one is of a new generation.
    if (run.status === 'running')
      await whenReachable(() =>
        recoverRun(db, { kind: 'change-set', id, generation: run.generation }, { by, now: new Date() }),
      )
    await driveOnce(deps, changeSetWork, id).catch(() => sleep(200))
  }
}

async function apply(document: Record<string, unknown>, secrets: Record<string, string>): Promise<void> {
  const work: ChildWork = { kind: 'apply', document, secrets }
  if (isHit()) {
    left -= 1
    told.web += 1
    await killInTheMiddle(childOf(work), maxMs)
    // It was applied as a whole or not at all.
    if ((await db.run.count({ where: { kind: 'change-set', status: 'queued' } })) > 0) return
  }
  await whenReachable(() => applyDesiredState(ctx, { document, secrets, commit: 'state' }))
}

const maxMs = 60

/** A rollout takes seconds, everything else milliseconds. */
async function maxMsOf(changeSetId: string): Promise<number> {
  const rollouts = await db.changeSetStep.count({ where: { changeSetId, address: 'clusters.prod.storage' } })
  return rollouts > 0 ? 10_000 : maxMs
}

async function killInTheMiddle(child: ReturnType<typeof spawnChild>, withinMs: number): Promise<void> {
  await Promise.race([child.ready, child.ended])
  child.begin()
  await sleep(victimsAt() * withinMs)
  child.kill()
  await child.ended
}

try {
  const report = await runStateChaos({
    ...{ ctx, edits, seed, carryOut, apply, tables, diskFolder },
    report: (line) => console.log(line),
  })
  console.log(JSON.stringify({ ...report, kills: told }, null, 2))
  if (report.faults.length > 0) process.exitCode = 1
} finally {
  await endRollouts()
  await supervisor.close()
  await services.close()
  await stack.stop()
}
