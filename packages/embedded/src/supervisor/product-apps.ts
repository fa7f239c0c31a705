import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Apps } from './start-supervisor.ts'

/**
 * Longer than proxies and clients keep an idle connection, usually a minute: the server must not close it while the
 * next request is on its way. Next.js would close after 5 s.
 */
const keepAliveMs = 75_000

/** Set-up, worker and web as built in this checkout. */
export function productApps(root: string): Apps {
  const worker = join(root, 'apps', 'worker')
  const web = join(root, 'apps', 'web')
  const next = createRequire(join(web, 'package.json')).resolve('next/dist/bin/next')
  return {
    setup: () => ({ command: [join(worker, 'dist', 'setup.mjs')], cwd: worker, env: {} }),
    worker: () => ({ command: [join(worker, 'dist', 'main.mjs')], cwd: worker, env: {} }),
    web: ({ webPort, webUrl }) => ({
      command: [
        ...[next, 'start', '-p', String(webPort), '-H', '127.0.0.1'],
        ...['--keepAliveTimeout', String(keepAliveMs)],
      ],
      cwd: web,
      env: {},
      ready: () => answers(webUrl),
    }),
  }
}

/** Whether the web process responds to requests, whatever the state of the database. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
