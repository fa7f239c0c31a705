import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { isPortFree, keepOrFindPort, reservePort } from '../process/ports.ts'
import type { Settings } from './settings.ts'

const stateSchema = z.object({
  /** Distinguishes this installation's keys in a shared bucket. */
  installationId: z.string(),
  ports: z.object({ web: z.number(), store: z.number(), control: z.number() }),
  storeKeys: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  controlToken: z.string(),
  /** API token of the demo operator. Not in the state of earlier versions. */
  demoToken: z.string().optional(),
  /** The first administrator. The password is stored in clear text only until it has been shown. */
  admin: z.object({ email: z.string(), password: z.string().nullable() }),
  /** Whether the administrator's first password has been printed. */
  announced: z.boolean(),
})
export type SupervisorState = z.infer<typeof stateSchema> & { readonly demoToken: string }

const PREFERRED_WEB_PORT = 3000

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

/**
 * What survives a restart of everything, from `state.json` (0600). Previous ports are kept while free.
 *
 * @throws when the port given for the web is in use.
 */
export async function loadState(settings: Settings): Promise<SupervisorState> {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  const known = await readJsonFile(join(settings.dataDir, 'state.json'), stateSchema)
  const state: SupervisorState = {
    installationId: known?.installationId ?? randomBytes(6).toString('hex'),
    ports: {
      web: await chooseWebPort(settings.port, known?.ports.web),
      store: await keepOrFindPort(known?.ports.store),
      control: await keepOrFindPort(known?.ports.control),
    },
    storeKeys: known?.storeKeys ?? { accessKeyId: 'frostline', secretAccessKey: random(24) },
    controlToken: known?.controlToken ?? random(24),
    demoToken: known?.demoToken ?? `fl_${random(24)}`,
    admin: known?.announced ? { ...known.admin, password: null } : planAdmin(settings, known?.admin),
    announced: known?.announced ?? false,
  }
  await saveState(settings.dataDir, state)
  return state
}

/** Until a first start has succeeded the environment may still be corrected; generated values are kept. */
function planAdmin(
  settings: Settings,
  known: SupervisorState['admin'] | undefined,
): SupervisorState['admin'] {
  return {
    email: settings.admin.email ?? known?.email ?? 'admin@frostline.local',
    password: settings.admin.password ?? known?.password ?? random(12),
  }
}

export async function saveState(dataDir: string, state: SupervisorState): Promise<void> {
  await writeFileAtomic(join(dataDir, 'state.json'), `${JSON.stringify(state, null, 2)}\n`)
}

async function chooseWebPort(given: number | undefined, previous: number | undefined): Promise<number> {
  if (given !== undefined) {
    if (await isPortFree(given)) {
      // Also if another process has reserved it: that one may have chosen it for PORT.
      await reservePort(given)
      return given
    }
    throw new Error(`Port ${given} (PORT) is in use by another program. Give another one, or none.`)
  }
  return keepOrFindPort(previous ?? PREFERRED_WEB_PORT)
}

/** The key that seals cluster passwords: 32 random bytes in base64, created once. */
export async function ensureSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret.key')
  try {
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
  return file
}
