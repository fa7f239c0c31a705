import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, startPostgres } from '@frostline/embedded'
import { guardFolder } from '@frostline/embedded/testing'
import { ensureApiToken, ensureFirstAdmin } from '@frostline/services'
import { openReplicatedLab } from '@frostline/services/testing'
import { type ReplicatedChaosReport, runReplicatedChaos } from '../src/testing/replicated-chaos.ts'
import { RestClient } from '../src/testing/rest-client.ts'
import { spawnWeb } from '../src/testing/web-process.ts'
import { spawnWorker } from '../src/testing/worker-process.ts'

/** With a separate PostgreSQL, which is killed too. scripts/chaos.mjs starts the lab. */
export async function runOnReplicas(
  options: Parameters<typeof runReplicatedChaos>[3],
): Promise<ReplicatedChaosReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-chaos-'))
  const unguard = guardFolder(dataDir)
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), database: 'frostline' })
  process.env.DATABASE_URL = postgres.superuserUrl
  const lab = await openReplicatedLab()
  const env = {
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
    FROSTLINE_SOURCE_ADDRESSES: '127.0.0.0/8',
  }
  const secret = randomBytes(24).toString('hex')
  await ensureFirstAdmin(lab.ctx, { email: 'root@lab.test', password: randomBytes(12).toString('hex') })
  await ensureApiToken(lab.ctx, { name: 'chaos', role: 'operator', secret })
  const door = new RestClient(await findFreePort(), secret)
  let worker = await spawnWorker(env)
  let web = await spawnWeb(door.port, env)
  try {
    return await runReplicatedChaos(
      lab,
      postgres,
      {
        async killWorker() {
          await worker.kill()
          worker = await spawnWorker(env)
        },
        async killWeb(awayMs) {
          await web.kill()
          await sleep(awayMs)
          web = await spawnWeb(door.port, env)
        },
        async planAndStart(request) {
          const id = await door.plan(request)
          await door.start(id)
          return id
        },
        startLoad: (draft) => door.startLoad(draft),
      },
      options,
    )
  } finally {
    await Promise.all([worker.kill(), web.kill()])
    await lab.close()
    await postgres.stop()
    unguard()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
