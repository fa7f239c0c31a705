import { once } from 'node:events'
import { createDatabase, parseSecretKey } from '@frostline/db'
import { applyDesiredState, createClusterDirectory } from '@frostline/services'
import { changeSetWork } from '../src/change-set/run-change-set.ts'
import { driveOnce } from '../src/testing/drive-once.ts'
import { labDeps } from '../src/testing/lab-deps.ts'
import type { ChildTask } from './spawn-child.ts'

/** Started by spawn-child.ts. */
const task = JSON.parse(process.env.STATE_TASK ?? '') as Omit<ChildTask, 'key'> & { key: string }
const { db } = createDatabase({ connectionString: task.url })
const clusters = createClusterDirectory({ db, secretKey: parseSecretKey(task.key, 'the parent') })
await db.$queryRaw`SELECT 1`
process.send?.('ready')
await once(process, 'message')
const { work } = task
if (work.kind === 'drive') await driveOnce(labDeps({ db, ctx: { clusters } }), changeSetWork, work.id)
else
  await applyDesiredState(
    { actor: task.actor, db, clusters, now: () => new Date() },
    { document: work.document, secrets: work.secrets, commit: 'state' },
  )
process.exit(0)
