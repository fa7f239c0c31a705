// `npm run reset`: removes the data folder after confirmation; `npm run reset -- --yes` does not ask.
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ensureInstalled, root } from './bootstrap.mjs'

const dataDir = resolve(root, process.env.FROSTLINE_DATA_DIR || '.frostline')

async function isConfirmed() {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY) {
    console.error(`This removes ${dataDir} with all its data. Confirm with: npm run reset -- --yes`)
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Remove ${dataDir} with all its data? Type yes: `)
  terminal.close()
  return answer.trim() === 'yes'
}

await ensureInstalled()
if (await isConfirmed()) {
  const { register } = await import('tsx/esm/api')
  register()
  const { resetData } = await import('../packages/embedded/src/supervisor/reset.ts')
  try {
    await resetData(dataDir)
    console.log(`Removed ${dataDir}.`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
} else {
  process.exitCode = 1
}
