import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '../process/ports.ts'
import type { AzureAccount } from './azure-client.ts'
import { startChildServer } from './child-server.ts'

export interface Azurite extends AzureAccount {
  stop(): Promise<void>
}

/** An Azure blob store on this machine, with one account. `program`: its folder (fetchAzurite). */
export async function startAzurite(program: string, dataDir: string): Promise<Azurite> {
  const port = await findFreePort()
  const name = 'frostline'
  const key = randomBytes(64).toString('base64')
  const url = `http://127.0.0.1:${port}/${name}`
  const { stop } = await startChildServer(
    'azurite',
    [
      process.execPath,
      join(program, 'node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js'),
      ...['--blobHost', '127.0.0.1', '--blobPort', String(port), '--location', dataDir],
      ...['--silent', '--skipApiVersionCheck', '--disableTelemetry', '--disableProductStyleUrl'],
    ],
    { url, env: { AZURITE_ACCOUNTS: `${name}:${key}` } },
  )
  return { url, name, key, stop }
}
