// `npm test`: installs what is missing, then runs all checks, cheapest first. Each stage's tests are counted from its own
// report; the end lists the failures, the last line is `N passed, N failed`.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { whyNoKeeper, whyNoReplicas } from './replicated-lab.mjs'
import { runToEnd } from './run-to-end.mjs'
import { chooseScratchFolder } from './scratch-folder.mjs'

const reports = join(root, '.frostline-test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports)
const only = process.argv.slice(2)

await ensureInstalled()

const scratch = process.env.TMPDIR ?? chooseScratchFolder()

/**
 * How often a file with a failed test runs before the failure counts. CI sets 2, since its machines are shared. What passes
 * only then is listed as flaky: it is a defect of the test or of the product.
 */
const attempts = Number(process.env.FROSTLINE_TEST_ATTEMPTS ?? 1)
/** More than this is no accident. */
const maxFilesAgain = 3

/**
 * @param mayLack what the environment may lack: such tests are skipped with a message, and counted separately.
 * @param files only these.
 */
const vitest = (project, env = {}, mayLack = () => false, { name = project, files = [] } = {}) => ({
  name,
  env: async () => ({ TMPDIR: scratch, ...env }),
  command: [
    'npx',
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name}.json`)}`,
    ...files,
  ],
  count: () => {
    const report = readReport(`${name}.json`)
    // A file that fails before its first test has no test to count.
    const brokenFiles = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length + (mayLack() ? 0 : report.numPendingTests),
      skipped: mayLack() ? report.numPendingTests : 0,
    }
  },
  files: () =>
    readReport(`${name}.json`).testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime,
    })),
  failedFiles: () =>
    readReport(`${name}.json`).testResults.flatMap(({ name, status }) =>
      status === 'failed' ? [relative(root, name)] : [],
    ),
  again: (failed) => vitest(project, env, mayLack, { name: `${name}-again`, files: failed }),
  failures: () =>
    readReport(`${name}.json`).testResults.flatMap(({ name, message, status, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status: end }) =>
        mayLack() ? end === 'failed' : end !== 'passed',
      )
      if (failed.length === 0 && status === 'failed') return [describeFailure(file, [message])]
      // For a test that hung, the time says more than the message.
      return failed.map(({ fullName, duration, failureMessages }) =>
        describeFailure(`${file} › ${fullName}, ${Math.round(duration ?? 0)} ms`, failureMessages),
      )
    }),
})

/**
 * @param results the folder of its `outputDir`.
 * @param files only these, relative to the folder of the tests.
 */
const playwright = (name, config, results, { projects = [], env = {}, files = [] } = {}) => ({
  name,
  command: [
    ...['npx', 'playwright', 'test', '--config', config],
    ...projects.map((project) => `--project=${project}`),
    // Without the search for secrets, which expects all that the others leave.
    ...(files.length > 0 ? ['--no-deps'] : []),
    ...files.map((file) => `/${file}`),
  ],
  env: async () => ({
    TMPDIR: scratch,
    ...env,
    FROSTLINE_CHROMIUM: await findBrowserOnce(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${name}.json`),
  }),
  count: () => {
    const { stats } = readReport(`${name}.json`)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
  },
  explain: () => printFailedPages(join(root, 'e2e', 'results', results)),
  files: () =>
    readReport(`${name}.json`).suites.map((suite) => ({ file: suite.file, ms: durationOf(suite) })),
  failures: () => readReport(`${name}.json`).suites.flatMap(failedSpecs),
  failedFiles: () =>
    readReport(`${name}.json`).suites.flatMap((suite) => (failedSpecs(suite).length > 0 ? [suite.file] : [])),
  again: (failed) => {
    // It searches what all others have left, which a second attempt removes.
    if (failed.some((file) => file.startsWith('secrets'))) return null
    return playwright(`${name}-again`, config, results, { projects, env, files: failed })
  },
})

/** It may download one. */
let browser
function findBrowserOnce() {
  browser ??= findBrowser()
  return browser
}

/** Maven takes some seconds. */
let keeper
function askedKeeper() {
  keeper ??= { reason: whyNoKeeper() }
  return keeper.reason
}

const generate = { name: 'generate', command: ['npm', 'run', '--silent', 'generate'], isNeeded: true }
const lint = { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] }
const types = { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] }
const build = {
  name: 'build',
  isNeeded: true,
  command: ['npm', 'run', '--silent', 'build'],
  env: async () => ({ FROSTLINE_STANDALONE: '1' }),
}

const replicated = {
  // These tests mostly wait for sessions to end and for servers to start, so several labs run at once.
  ...vitest('replicated', { FROSTLINE_REPLICATED_LABS: process.env.FROSTLINE_REPLICATED_LABS ?? '3' }, () =>
    Boolean(process.env.FROSTLINE_TEST_REPLICATED_URLS),
  ),
  whyNot: () => whyNoReplicas() ?? askedKeeper(),
}

const consolePages = 'e2e/playwright.config.ts'
const pages = playwright('e2e', consolePages, 'console', { projects: ['pages', 'journeys', 'apart'] })
const pagesAlone = {
  ...playwright('e2e-alone', consolePages, 'alone', {
    projects: ['alone'],
    env: { FROSTLINE_E2E_ALONE: 'yes' },
  }),
  group: 'e2e',
}
const replicatedPages = {
  ...playwright('e2e-replicated', 'e2e/replicated/playwright.config.ts', 'replicated'),
  whyNot: () => whyNoLab() ?? askedKeeper(),
}

/** Phases run one after another, the tracks of a phase in parallel, the stages of a track one after another. */
const phases = [
  { tracks: [[generate]] },
  { tracks: [[lint]] },
  // Uses both cores by itself.
  { tracks: [[types]] },
  // Some integration tests run the built programs. Built as for the images, since one of the tests builds these from it.
  { tracks: [[build], [vitest('unit')]] },
  // Both use all cores: in parallel they take as long, and time limits of servers end what has to wait.
  { tracks: [[vitest('integration')]] },
  { tracks: [[pages]] },
  {
    // These mostly wait. Those on replicas take turns. The gateway of azure needs more than npm: `npm run test:azure` includes it.
    tracks: [
      [pagesAlone, vitest('azure', { FROSTLINE_TEST_S3PROXY: 'no' })],
      [replicated, replicatedPages],
    ],
  },
]

/** `npm start` starts these replicas itself, and tests kill them. */
function whyNoLab() {
  return process.env.FROSTLINE_REPLICATED_LAB
    ? whyNoReplicas({ ...process.env, FROSTLINE_TEST_REPLICATED_URLS: '' })
    : 'FROSTLINE_REPLICATED_LAB is not set'
}

const givesReplicas = () => process.env.FROSTLINE_REPLICATED_LAB || process.env.FROSTLINE_TEST_REPLICATED_URLS
// When requested by name, these tests find the lab in its usual place.
const usualLab = join(root, '..', 'shared', 'tools', 'replicated-lab')
if (
  only.some((name) => name.endsWith('replicated')) &&
  !givesReplicas() &&
  existsSync(join(usualLab, 'lab.mjs'))
)
  process.env.FROSTLINE_REPLICATED_LAB = usualLab

function readReport(file) {
  return JSON.parse(readFileSync(join(reports, file), 'utf8'))
}

/** Playwright suites nest; a spec that is not `ok` has the errors of its runs. */
function failedSpecs({ suites = [], specs }) {
  const failed = specs.filter((spec) => !spec.ok)
  return [
    ...failed.map((spec) =>
      describeFailure(
        `${spec.file} › ${spec.title}`,
        spec.tests.flatMap((test) =>
          test.results.flatMap(({ errors }) => errors.map(({ message }) => message)),
        ),
      ),
    ),
    ...suites.flatMap(failedSpecs),
  ]
}

function durationOf({ suites = [], specs }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  )
  return [...own, ...suites.map(durationOf)].reduce((sum, each) => sum + each, 0)
}

/** The slowest files. They run concurrently, so their sum exceeds the stage's time. */
function nameSlowest(files) {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  return slowest.map(({ file, ms }) => `${String(Math.round(ms / 1000)).padStart(5)} s ${file}`).join('\n')
}

/** CPU seconds of a stage; null where the system does not report them. */
function processorSeconds(name) {
  const file = join(reports, `${name}.cpu`)
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
}

function describeFailure(name, messages) {
  const told = messages.map((message) => message.split('\n').slice(0, 25).join('\n').slice(0, 3_000))
  return [`✗ ${name}`, ...told].join('\n')
}

/** If only this output of a run is kept, the page as text replaces its screenshot. */
function printFailedPages(results) {
  for (const file of readdirSync(results, { recursive: true }).filter((name) =>
    name.endsWith('error-context.md'),
  )) {
    const page = /# Page snapshot[\s\S]*?```yaml\n([\s\S]*?)```/.exec(
      readFileSync(join(results, file), 'utf8'),
    )
    console.log(`\n── ${dirname(file)} ──\n${page?.[1]?.slice(0, 12_000) ?? 'left no page'}`)
  }
}

function run({ name, command }, env, output) {
  const timer = [process.execPath, join(root, 'scripts', 'with-processor-time.mjs')]
  return runToEnd([...timer, join(reports, `${name}.cpu`), ...command], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  })
}

let passed = 0
let failed = 0
/** Whether a stage has failed that the later phases need. */
let isMissing = false
const summary = []
const slowest = []
const failures = []
const flaky = []
for (const phase of phases) {
  const tracks = phase.tracks
    .map((track) =>
      track.filter(({ name, group }) => only.length === 0 || only.includes(name) || only.includes(group)),
    )
    .filter((track) => track.length > 0)
  await Promise.all(tracks.map((track, at) => carryOutTrack(track, at > 0)))
  if (isMissing) break
}

/** The first track of a phase prints at once, the others when a stage has ended, so that their outputs do not mix. */
async function carryOutTrack(track, isLogged = false) {
  for (const stage of track) await carryOut(stage, isLogged ? join(reports, `${stage.name}.log`) : null)
}

/** @param logFile collects the stage's output until its end; null: everything is printed at once. */
async function carryOut(stage, logFile) {
  const reason = stage.whyNot?.()
  if (reason) {
    summary.push(`– ${stage.name} did not run: ${reason}`)
    return
  }
  const started = Date.now()
  const first = await runStage(stage, logFile)
  const isFlaky = first.failed > 0 && (await passesAgain(stage, logFile))
  const counts = isFlaky ? { ...first, passed: first.passed + first.failed, failed: 0 } : first
  if (first.failed > 0) {
    try {
      ;(isFlaky ? flaky : failures).push(...(stage.failures?.() ?? []))
    } catch {
      // The missing report was reported above.
    }
  }
  try {
    if (stage.files) slowest.push(`${stage.name}\n${nameSlowest(stage.files())}`)
  } catch {
    // As above.
  }
  isMissing ||= counts.failed > 0 && stage.isNeeded === true
  passed += counts.passed
  failed += counts.failed
  const again = isFlaky ? `, ${first.failed} of them at the second attempt` : ''
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} not run for want of what they need` : ''
  const processor = processorSeconds(stage.name)
  const used = processor === null ? '' : `, processor ${Math.round(processor)} s`
  summary.push(
    `${counts.failed === 0 ? '✓' : '✗'} ${stage.name} ${counts.passed} passed${again}, ${counts.failed} failed${skipped}, ${Math.round((Date.now() - started) / 1000)} s${used}`,
  )
}

async function runStage(stage, logFile) {
  const output = logFile === null ? 'inherit' : openSync(logFile, 'w')
  console.log(
    `\n── ${stage.name} ──${logFile === null ? '' : ' runs in parallel, its output follows at its end'}`,
  )
  const code = await run(stage, (await stage.env?.()) ?? {}, output)
  if (logFile !== null) {
    closeSync(output)
    console.log(`\n── ${stage.name} ──\n${readFileSync(logFile, 'utf8')}`)
  }
  const counts = countTests(stage, code)
  if (counts.failed > 0) stage.explain?.()
  return counts
}

/** Whether the failed files of a stage pass when they run once more, by themselves. */
async function passesAgain(stage, logFile) {
  if (attempts < 2 || !stage.again) return false
  try {
    const files = stage.failedFiles()
    const again = files.length > 0 && files.length <= maxFilesAgain ? stage.again(files) : null
    return again !== null && (await runStage(again, logFile)).failed === 0
  } catch {
    // A stage without a report does not run again.
    return false
  }
}

function countTests(stage, code) {
  if (!stage.count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  let counts = { passed: 0, failed: 1 }
  try {
    counts = stage.count()
  } catch (error) {
    console.error(`${stage.name} left no report: ${error.message}`)
    if (code === 0) counts = { passed: 1, failed: 0 }
  }
  // A runner may fail without a failed test (a leak, an error between tests): that counts as one.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  // A stage without tests proves nothing.
  if (counts.passed + counts.failed === 0) counts.failed = 1
  return counts
}

if (failures.length > 0) console.log(`\n── failed ──\n${failures.join('\n\n')}`)
if (flaky.length > 0)
  console.log(`\n── flaky: failed first, passed at the second attempt ──\n${flaky.join('\n\n')}`)
if (slowest.length > 0) console.log(`\n── slowest files ──\n${slowest.join('\n')}`)
const processor = phases
  .flatMap(({ tracks }) => tracks.flat())
  .reduce((sum, { name }) => sum + (processorSeconds(name) ?? 0), 0)
console.log(`\n${summary.join('\n')}`)
console.log(`In all ${Math.round(performance.now() / 1000)} s, processor ${Math.round(processor)} s.\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
