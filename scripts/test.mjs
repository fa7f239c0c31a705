// `npm test`: installs what is missing, then runs every check in the order in which a failure is cheapest to learn of.
// The last two, which wait for engines and for pages, run side by side. Each stage's tests are counted from its own
// report; the last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureInstalled, root } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'

const reports = join(root, '.frostline-test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports)
const only = process.argv.slice(2)

await ensureInstalled()

const vitest = (project) => ({
  name: project,
  command: [
    'npx',
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ],
  count: () => {
    const report = readReport(`${project}.json`)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numPendingTests + report.numFailedTestSuites,
    }
  },
})

const stages = [
  { name: 'generate', command: ['npm', 'run', '--silent', 'generate'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
  vitest('unit'),
  // Some integration tests run the programs as they are built.
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  { ...vitest('integration'), beside: 'e2e' },
  {
    name: 'e2e',
    command: ['npx', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    env: async () => ({
      FROSTLINE_CHROMIUM: await findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json'),
    }),
    count: () => {
      const { stats } = readReport('e2e.json')
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
    },
  },
]

function readReport(file) {
  return JSON.parse(readFileSync(join(reports, file), 'utf8'))
}

/** With a name, each line of what it says begins with it: two speak at once. */
function run(command, env, name) {
  return new Promise((resolve) => {
    const [program, ...args] = command
    const out = name === undefined ? 'inherit' : 'pipe'
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', out, out],
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

async function carryOut(stage, name) {
  const started = Date.now()
  const code = await run(stage.command, (await stage.env?.()) ?? {}, name)
  let counts = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  if (stage.count) {
    try {
      counts = stage.count()
    } catch (error) {
      console.error(`${stage.name} left no report: ${error.message}`)
    }
    // A runner may fail without a failed test (a leak, an error between tests): that counts as one.
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    // A stage that ran nothing has proved nothing.
    if (counts.passed + counts.failed === 0) counts.failed = 1
  }
  const seconds = Math.round((Date.now() - started) / 1000)
  summary.push(
    `${counts.failed === 0 ? '✓' : '✗'} ${stage.name} ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`,
  )
  passed += counts.passed
  failed += counts.failed
  return counts.failed === 0
}

let passed = 0
let failed = 0
const summary = []
const due = stages.filter(({ name }) => only.length === 0 || only.includes(name))
for (let stage = due.shift(); stage; stage = due.shift()) {
  const { name } = stage
  if (stage.beside !== undefined && due[0]?.name === stage.beside) {
    const beside = due.shift()
    console.log(`\n── ${name}, ${beside.name} ──`)
    await Promise.all([stage, beside].map((each) => carryOut(each, each.name)))
    continue
  }
  console.log(`\n── ${name} ──`)
  const good = await carryOut(stage)
  // Later stages need what these make.
  if (!good && (name === 'generate' || name === 'build')) break
}

console.log(`\n${summary.join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
