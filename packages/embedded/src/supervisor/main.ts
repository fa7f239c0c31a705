import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { productApps } from './product-apps.ts'
import { readSettings } from './settings.ts'
import { type Supervisor, type SupervisorOptions, startSupervisor } from './start-supervisor.ts'

const LONGEST_END_MS = 9800
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Runs Frostline until Ctrl-C, SIGTERM, the end of its terminal or the end of the npm that started it, then stops
 * everything in order. npm sends a second signal for one Ctrl-C; further ones change nothing.
 *
 * @param watchStarter calls its argument at each of these.
 * @param demo other programs or less data than the product's.
 */
export async function main(
  watchStarter: (end: () => void) => void,
  demo: Partial<Pick<SupervisorOptions, 'apps' | 'shards' | 'tripsPerShard'>> = {},
): Promise<void> {
  const stopping = new AbortController()
  const stopRequested = once(stopping.signal, 'abort')
  const ask = () => {
    if (stopping.signal.aborted) return
    console.log('\n  Stopping …')
    stopping.abort(new Error('Frostline was stopped while it was starting.'))
    // In case something still blocks: what is left ends when this process does.
    setTimeout(() => process.exit(1), LONGEST_END_MS).unref()
  }
  watchStarter(ask)
  // With its terminal or its reader gone it still has to stop in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  const supervisor = await startSupervisor({
    settings: readSettings(process.env, root),
    apps: productApps(root),
    ...demo,
    signal: stopping.signal,
    onStopRequest: ask,
  })
  if (!stopping.signal.aborted) {
    announce(supervisor)
    if (supervisor.firstStart) await supervisor.forgetPassword()
  }
  await stopRequested
  await supervisor.stop()
  console.log('  Stopped. Data is kept.\n')
}

function announce({ endpoints, state, firstStart, settings }: Supervisor): void {
  const { web, dataDir, logDir } = endpoints()
  const rows: [string, string][] = [
    ['Open', web.url],
    ['Email', state.admin.email],
    ['Password', firstStart ? `${state.admin.password}   (shown this once)` : 'as shown at the first start'],
    ['Data', dataDir],
    ['Logs', logDir],
    ['Stop', 'Ctrl-C'],
  ]
  const width = Math.max(...rows.map(([, value]) => value.length)) + 14
  const line = '─'.repeat(width)
  console.log(`\n┌${line}┐`)
  console.log(`│  ${'Frostline is running'.padEnd(width - 2)}│`)
  for (const [name, value] of rows) console.log(`│  ${`${name.padEnd(10)}${value}`.padEnd(width - 2)}│`)
  console.log(`└${line}┘\n`)
  if (settings.openBrowser) openBrowser(web.url)
}

/** Opens the address in the user's browser if possible; there may be no screen, and that is fine. */
function openBrowser(url: string): void {
  const [program, args] = process.platform === 'darwin' ? ['open', [url]] : ['xdg-open', [url]]
  const child = spawn(program, args as string[], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}
