import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startStack } from '../support/start-stack.ts'

/** The product on two shards of two replicas, as `FROSTLINE_DEMO=replicated npm start` starts it. */
export default async function startReplicas(): Promise<() => Promise<void>> {
  const stop = await startStack({
    FROSTLINE_DEMO: 'replicated',
    FROSTLINE_REPLICATED_LAB: process.env.FROSTLINE_REPLICATED_LAB ?? '',
  })
  const { dataDir } = JSON.parse(
    readFileSync(join(process.env.FROSTLINE_E2E_FOLDER ?? '', 'run.json'), 'utf8'),
  )
  // Where openReplicas() of @frostline/embedded finds the lab.
  process.env.FROSTLINE_TEST_REPLICATED_DIR = join(dataDir, 'replicated')
  return stop
}
