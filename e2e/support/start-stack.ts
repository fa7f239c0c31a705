import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPerson, signIn } from './people.ts'
import { type Run, readEndpoints } from './run.ts'
import { type ProductProcess, startProduct } from './start-product.ts'

const START_TIMEOUT_MS = 180_000

export default () => startStack()

/** Starts the built product as a separate installation, like `npm start`; returns how to stop it. */
export async function startStack(env: Readonly<Record<string, string>> = {}): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'frostline-e2e-'))
  const dataDir = join(folder, 'data')
  const secret = () => randomBytes(18).toString('base64url')
  const admin = { email: 'admin@frostline.test', password: secret() }
  const apiToken = `fl_${randomBytes(24).toString('base64url')}`
  const product = await startProduct({
    FROSTLINE_DATA_DIR: dataDir,
    FROSTLINE_ADMIN_EMAIL: admin.email,
    FROSTLINE_ADMIN_PASSWORD: admin.password,
    FROSTLINE_API_TOKEN: apiToken,
    // Makes the alert for a node that is down fire within a journey, not within minutes.
    FROSTLINE_ALERT_INTERVAL_SECONDS: '5',
    FROSTLINE_ALERT_ALLOW_LOOPBACK: 'true',
    ...env,
  })
  const end = async () => {
    try {
      await product.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  try {
    const url = await waitForWeb(dataDir, product)
    const responses = join(folder, 'responses')
    await mkdir(responses)
    const person = (name: string, password: string, email = `${name}@frostline.test`) => ({
      email,
      password,
      session: join(folder, `session-${name}.json`),
    })
    const people = {
      admin: person('admin', admin.password, admin.email),
      operator: person('operator', secret()),
      viewer: person('viewer', secret()),
    }
    const run: Run = { folder, dataDir, url, apiToken, people, responses }
    await createPerson(run, { ...people.operator, name: 'Olga Operator', role: 'operator' })
    await createPerson(run, { ...people.viewer, name: 'Victor Viewer', role: 'viewer' })
    for (const each of Object.values(people)) await signIn(url, each)
    await writeFile(join(folder, 'run.json'), JSON.stringify(run), { mode: 0o600 })
    process.env.FROSTLINE_E2E_FOLDER = folder
    return end
  } catch (error) {
    await end()
    throw error
  }
}

async function waitForWeb(dataDir: string, product: ProductProcess): Promise<string> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end) {
    if (product.hasEnded()) break
    if (existsSync(join(dataDir, 'endpoints.json'))) {
      const { web } = readEndpoints(dataDir)
      const ready = await fetch(`${web.url}/api/health/ready`).then(
        (response) => response.ok,
        () => false,
      )
      if (web.pid !== null && ready) return web.url
    }
    await sleep(200)
  }
  throw new Error(`The product did not start. It said:\n${product.output()}`)
}
