import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ProductProcess, spawnProduct } from './product-process.ts'

const web = fileURLToPath(new URL('../../../../apps/web', import.meta.url))

/** Starts the built web program, and waits until it responds. */
export function spawnWeb(port: number, env: Record<string, string>): Promise<ProductProcess> {
  if (!existsSync(join(web, '.next', 'BUILD_ID')))
    throw new Error('The web program is not built yet: run `npm run build` first.')
  const next = createRequire(join(web, 'package.json')).resolve('next/dist/bin/next')
  const args = [next, 'start', '-p', String(port), '-H', '127.0.0.1']
  const url = `http://127.0.0.1:${port}/api/health/live`
  const spec = { args, cwd: web, env: { NODE_ENV: 'production', PORT: String(port), ...env } }
  return spawnProduct('web program', spec, async () => {
    try {
      return (await fetch(url)).ok
    } catch {
      return false
    }
  })
}
