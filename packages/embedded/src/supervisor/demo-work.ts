import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DEMO_OPERATOR } from '../demo/work/work-context.ts'
import type { AppSpec } from './app-part.ts'
import type { Settings } from './settings.ts'
import { COLD_BUCKET, DEMO_BUCKET, type Engines } from './start-engines.ts'
import type { SupervisorState } from './state.ts'

const PROGRAM = fileURLToPath(new URL('../demo/work/main.ts', import.meta.url))

/**
 * Whether the demo operator works in the console. Only where nothing is given: it never touches a cluster, a bucket or a
 * ledger of one's own.
 */
export function hasDemoWork({ databaseUrl, clickhouse, objectStore, demo, demoWork }: Settings): boolean {
  const given = [databaseUrl, clickhouse, objectStore].some((part) => part !== undefined)
  return demoWork && !given && demo === 'sharded'
}

/** The token that the set-up creates (FROSTLINE_SETUP_TOKEN). An admin sees it, and may revoke it. */
export function describeDemoToken(
  settings: Settings,
  { demoToken }: SupervisorState,
): Record<string, string> {
  if (!hasDemoWork(settings)) return {}
  // Admin: it sets a TTL and measures queries.
  const token = { name: DEMO_OPERATOR, role: 'admin', secret: demoToken }
  return { FROSTLINE_SETUP_TOKEN: JSON.stringify(token) }
}

/** The program of the demo operator. Null: there is none here. */
export function describeDemoWork(
  settings: Settings,
  state: SupervisorState,
  { store, clickhouse }: Engines,
  consoleUrl: string,
): Pick<AppSpec, 'command' | 'cwd' | 'env'> | null {
  // A node that stays down would keep the work from ending.
  if (!hasDemoWork(settings) || !store || !clickhouse || clickhouse.down.length > 0) return null
  const { endpoint, region, accessKeyId, secretAccessKey, controlToken } = store
  const work = {
    ...{ consoleUrl, token: state.demoToken, recordFile: join(settings.dataDir, 'demo-work.json') },
    store: { endpoint, region, accessKeyId, secretAccessKey, controlToken },
    nodeUrls: clickhouse.nodes.map(({ httpUrl }) => httpUrl),
    buckets: { cold: COLD_BUCKET, source: DEMO_BUCKET },
  }
  return {
    command: ['--import', pathToFileURL(createRequire(PROGRAM).resolve('tsx')).href, PROGRAM],
    cwd: settings.dataDir,
    env: { FROSTLINE_DEMO_WORK_SETTINGS: JSON.stringify(work) },
  }
}
