// Real replicas for the tests of `--project replicated`: one lab per test worker, started before the first file and
// always stopped. FROSTLINE_REPLICATED_LAB is the folder of `lab.mjs`; FROSTLINE_TEST_REPLICATED_URLS gives a cluster
// instead.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './bootstrap.mjs'

/** Why tests on replicas cannot run here; null when they can. */
export function whyNoReplicas(env = process.env) {
  if (env.FROSTLINE_TEST_REPLICATED_URLS) return null
  const folder = env.FROSTLINE_REPLICATED_LAB
  if (!folder) return 'neither FROSTLINE_REPLICATED_LAB nor FROSTLINE_TEST_REPLICATED_URLS is set'
  if (!existsSync(join(folder, 'lab.mjs')))
    return `FROSTLINE_REPLICATED_LAB names ${folder}, which has no lab.mjs`
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `the lab needs Linux x86-64, this is ${process.platform} ${process.arch}`
  const missing = ['gcc', 'java', 'mvn'].filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  )
  return missing.length > 0 ? `the lab needs ${missing.join(', ')}` : null
}

/** The same for chaos, which kills nodes: a given cluster is not enough. */
export function whyNoChaosOnReplicas(env = process.env) {
  if (env.FROSTLINE_REPLICATED_LAB) return whyNoReplicas({ ...env, FROSTLINE_TEST_REPLICATED_URLS: '' })
  const given = env.FROSTLINE_TEST_REPLICATED_URLS
    ? ' (nodes of FROSTLINE_TEST_REPLICATED_URLS are never killed)'
    : ''
  return `set FROSTLINE_REPLICATED_LAB to the folder with lab.mjs, such as ../shared/tools/replicated-lab${given}`
}

/** Why the lab could not be built although its tools exist: Maven may reach no registry. Null when it can. */
export function whyNoKeeper(env = process.env) {
  if (env.FROSTLINE_TEST_REPLICATED_URLS) return null
  const args = ['-q', '-B', 'dependency:get', '-Dartifact=org.apache.zookeeper:zookeeper:3.9.3']
  const { status, stdout } = spawnSync('mvn', args, { encoding: 'utf8', timeout: 180_000 })
  return status === 0 ? null : `Maven could not fetch ZooKeeper. ${stdout?.trim().split('\n')[0] ?? ''}`
}

/**
 * Starts the lab, waits until our pipe closes, stops the lab and removes its folder unless it is to be kept. Each start
 * fetches ZooKeeper with Maven, which may fail once; the next one continues with the same shape. A node that a test was
 * just starting when we were killed is stopped too: command lines of the lab name the folder with a slash.
 */
const KEEPER = `
  node=$1 lab=$2 dir=$3 clone=$4 keep=$5
  started=no
  for attempt in 1 2 3; do
    if "$node" "$lab" start --dir "$dir/" --shards 2 --replicas 2 --zero-copy --frostline "$clone" 2>&1; then started=yes; break; fi
    sleep 2
  done
  echo "started: $started"
  cat > /dev/null
  in_use() { printf '%s/' "$dir" | grep -qaFf - /proc/[0-9]*/cmdline 2> /dev/null; }
  "$node" "$lab" stop --dir "$dir" > /dev/null 2>&1
  half=60
  while [ "$half" -gt 0 ] && in_use; do sleep 0.5; "$node" "$lab" stop --dir "$dir" > /dev/null 2>&1; half=$((half - 1)); done
  [ "$keep" = keep ] || rm -rf "$dir" || { sleep 1; rm -rf "$dir"; }
`

export async function setup() {
  const reason = whyNoReplicas()
  if (reason) throw new Error(`Tests on replicas cannot run: ${reason}.`)
  if (process.env.FROSTLINE_TEST_REPLICATED_URLS) return
  const starts = await Promise.allSettled(Array.from({ length: labCount() }, () => startNewLab()))
  const labs = starts.flatMap(({ value }) => value ?? [])
  const stopAll = async () => void (await Promise.all(labs.map(({ stop }) => stop())))
  const failed = starts.find(({ status }) => status === 'rejected')
  if (failed) {
    await stopAll()
    throw failed.reason
  }
  process.env.FROSTLINE_TEST_REPLICATED_DIR = labs.map(({ dir }) => dir).join(delimiter)
  return stopAll
}

/**
 * A lab in a folder of its own. A folder keeps its ports: where another process has taken one meanwhile, only another
 * folder helps.
 */
async function startNewLab() {
  for (let attempt = 1; ; attempt++) {
    const dir = mkdtempSync(join(tmpdir(), 'frostline-replicated-'))
    const remove = () => rmSync(dir, { recursive: true, force: true })
    try {
      const stop = await startLab(dir)
      return { dir, stop: () => stop().then(remove) }
    } catch (error) {
      remove()
      if (attempt === 3 || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** Number of labs, and so of files tested at a time. A given cluster counts as one. */
export function labCount(env = process.env) {
  return env.FROSTLINE_TEST_REPLICATED_URLS ? 1 : Number(env.FROSTLINE_REPLICATED_LABS ?? 1)
}

const nodeNames = [1, 2].flatMap((shard) => [1, 2].map((replica) => `shard-${shard}-replica-${replica}`))

/** As in embedded nodes: a compiled function costs more CPU time than it saves on little data. */
const profile = ['expressions', 'aggregate_expressions', 'sort_description', 'regular_expressions']
  .map((what) => `<compile_${what}>0</compile_${what}>`)
  .join('')

/** Gives the product's account the grants of docker/clickhouse, which the lab's own list may lag behind. */
function configureUsers(dir) {
  const users = readFileSync(join(root, 'docker/clickhouse/users.d/frostline.xml'), 'utf8')
  const grants = /<frostline>.*?<grants>(.*?)<\/grants>/s.exec(users)?.[1]
  if (!grants) throw new Error('docker/clickhouse/users.d/frostline.xml has no grants of the user frostline.')
  const xml = `<clickhouse><profiles><default>${profile}</default></profiles><users><frostline><grants replace="replace">${grants}</grants></frostline></users></clickhouse>\n`
  for (const name of nodeNames) {
    const folder = join(dir, 'nodes', name, 'users.d')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'grants.xml'), xml)
  }
}

/**
 * Two shards of two replicas, ZooKeeper and a store, which end with this process. Their addresses are in
 * `endpoints.json` of the folder.
 * @param keep whether the data stays for the next start.
 * @returns stops them.
 */
export async function startLab(dir, { keep = false } = {}) {
  configureUsers(dir)
  const lab = join(process.env.FROSTLINE_REPLICATED_LAB, 'lab.mjs')
  const args = ['-c', KEEPER, 'replicated-lab', process.execPath, lab, dir, root, keep ? 'keep' : '']
  const keeper = spawn('sh', args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Signals to our group must not reach it: it has to stop the lab.
    detached: true,
  })
  const ended = new Promise((resolve) => keeper.once('close', resolve))
  keeper.stdin.on('error', () => {})
  const stop = async () => {
    keeper.stdin.end()
    await ended
  }
  const said = []
  for await (const line of createInterface(keeper.stdout)) {
    if (line === 'started: yes') return stop
    if (line === 'started: no') break
    said.push(line)
  }
  await stop()
  throw new Error(`The lab of replicas did not start:\n${said.join('\n')}`)
}
