import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { keepOrFindPort } from '../process/ports.ts'

const stateSchema = z.object({
  secret: z.string(),
  passwords: z.object({ admin: z.string(), frostline: z.string() }),
  ports: z.record(z.string(), z.object({ http: z.number(), tcp: z.number() })),
})
export type ClusterState = z.infer<typeof stateSchema>

/** What outlives a restart of the cluster: ports by node name, passwords, the interserver secret (0600). */
export async function loadClusterState(dataDir: string, names: readonly string[]): Promise<ClusterState> {
  const file = join(dataDir, 'cluster.json')
  const known = await readJsonFile(file, stateSchema)
  const ports = { ...known?.ports }
  for (const name of names) {
    ports[name] = {
      http: await keepOrFindPort(known?.ports[name]?.http),
      tcp: await keepOrFindPort(known?.ports[name]?.tcp),
    }
  }
  const state: ClusterState = {
    secret: known?.secret ?? randomPassword(),
    passwords: known?.passwords ?? { admin: randomPassword(), frostline: randomPassword() },
    ports,
  }
  await writeFileAtomic(file, `${JSON.stringify(state, null, 2)}\n`)
  return state
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
