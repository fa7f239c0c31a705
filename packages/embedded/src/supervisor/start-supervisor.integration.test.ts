import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queryNode } from '../clickhouse/query-node.ts'
import { observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { Endpoints } from './endpoints.ts'
import { resetData } from './reset.ts'
import {
  listPids,
  type RunningSupervisor,
  readEndpoints,
  runSupervisor,
  stopSupervisor,
  waitForEnd,
} from './testing-supervisor.ts'

let folder: string
const running: RunningSupervisor[] = []

async function run(at = folder, env: Readonly<Record<string, string>> = {}): Promise<RunningSupervisor> {
  const supervisor = await runSupervisor(at, env)
  running.push(supervisor)
  return supervisor
}

async function ask<Row>(endpoints: Endpoints, sql: string): Promise<Row[]> {
  const node = endpoints.clickhouse?.nodes[0]
  const admin = endpoints.clickhouse?.users.admin
  if (!node || !admin) throw new Error('endpoints.json lists no node.')
  return queryNode<Row>(node.httpUrl, admin, sql)
}

function control(
  { supervisor }: Endpoints,
  path: string,
  token = supervisor.controlToken,
): Promise<Response> {
  return fetch(`${supervisor.controlUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
}

/** Of the first administrator, as shown by the first start. */
let password = ''

async function expectNoPassword(): Promise<void> {
  expect(password).not.toBe('')
  for (const file of ['state.json', 'endpoints.json'])
    expect(await readFile(join(folder, '.frostline', file), 'utf8'), file).not.toContain(password)
}

const trips = 'SELECT count() AS n FROM demo.trips'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frostline-supervisor-'))
})
afterEach(async () => {
  for (const supervisor of running.splice(0)) await stopSupervisor(supervisor)
})
afterAll(async () => {
  await resetData(join(folder, '.frostline'))
  await rm(folder, { recursive: true, force: true })
})

describe('one installation', () => {
  test('starts everything, lists it for the owner only, and stops in order', async () => {
    const first = await run()
    await first.says('READY true')
    const endpoints = await readEndpoints(folder)
    expect((await stat(join(folder, '.frostline', 'endpoints.json'))).mode & 0o777).toBe(0o600)
    password = /^PASSWORD (.{16,})$/m.exec(first.output())?.[1] ?? ''
    await expectNoPassword()
    expect(await (await fetch(endpoints.web.url)).text()).toBe(endpoints.web.url)
    // The worker counts as running once started; its first actions may take a moment.
    await expect
      .poll(() => readFile(join(folder, 'worker-url.txt'), 'utf8').catch(() => null))
      .toBe(endpoints.web.url)
    expect(await ask(endpoints, trips)).toEqual([{ n: '11000' }])
    const pids = listPids(endpoints)
    expect(pids).toHaveLength(6)
    expect(pids.every((pid) => observeProcess(pid) !== null)).toBe(true)

    const second = await run()
    await second.says('FAILED Frostline runs already')

    await stopSupervisor(first)
    expect(first.output()).toContain('STOPPED')
    expect(pids.filter((pid) => observeProcess(pid) !== null)).toEqual([])
    expect(await readFile(join(folder, 'order.txt'), 'utf8')).toBe('web worker ')
    const setup = JSON.parse((await readFile(join(folder, 'setups.jsonl'), 'utf8')).trim())
    expect(setup.cluster).toMatchObject({ clusterName: 'demo', username: 'frostline' })
    expect(setup.cluster.nodes.map(({ shard }: { shard: number }) => shard)).toEqual([1, 2])
    expect((await stat(setup.FROSTLINE_SECRET_KEY_FILE)).mode & 0o777).toBe(0o600)
  })

  test('after kill -9 everything ends, and the next start waits for that and keeps all data and addresses', async () => {
    const first = await run()
    await first.says('READY false')
    const before = await readEndpoints(folder)
    // A worker that cannot end yet, so that the next start surely meets it.
    const worker = before.worker.pid ?? 0
    expect(worker).toBeGreaterThan(0)
    process.kill(worker, 'SIGSTOP')
    first.child.kill('SIGKILL')
    await waitForEnd(first.child)

    const second = await run()
    await second.says('waiting for the end of what an interrupted run has left')
    process.kill(worker, 'SIGCONT')
    await second.says('READY false')
    const after = await readEndpoints(folder)
    expect(after.postgres?.url).toBe(before.postgres?.url)
    expect(after.clickhouse?.nodes.map(({ httpPort, tcpPort }) => [httpPort, tcpPort])).toEqual(
      before.clickhouse?.nodes.map(({ httpPort, tcpPort }) => [httpPort, tcpPort]),
    )
    expect([after.web.url, after.objectStore?.endpoint]).toEqual([
      before.web.url,
      before.objectStore?.endpoint,
    ])
    expect(await ask(after, trips)).toEqual([{ n: '11000' }])
    await expectNoPassword()
    const stillThere = listPids(before).filter((pid) => observeProcess(pid) !== null)
    expect(stillThere).toEqual([])
  })

  test('never touches a process that merely has the pid of a former part', async () => {
    const record = join(folder, '.frostline', 'processes.json')
    const former = JSON.parse(await readFile(record, 'utf8'))
    const foreign = spawn('sleep', ['120'], { stdio: 'ignore' })
    try {
      await once(foreign, 'spawn')
      const stale = { pid: foreign.pid, startedAt: 'another boot:1', command: 'node web' }
      await writeFile(record, JSON.stringify({ supervisor: stale, children: [stale] }))
      expect(former.children).toBeDefined()
      const supervisor = await run()
      await supervisor.says('READY false')
      await stopSupervisor(supervisor)
      expect(foreign.exitCode).toBeNull()
      expect(foreign.signalCode).toBeNull()
    } finally {
      foreign.kill('SIGKILL')
    }
  })

  test('restarts crashed parts, leaves stopped ones down, and accepts commands only with the token', async () => {
    const supervisor = await run()
    await supervisor.says('READY false')
    const before = await readEndpoints(folder)
    expect((await control(before, '/worker/kill', 'wrong')).status).toBe(401)
    expect((await control(before, '/nothing/kill')).status).toBe(404)

    for (const name of ['web', 'worker', 'store', 'postgres', 'clickhouse/shard-2-replica-1']) {
      expect((await control(before, `/${name}/kill`)).status).toBe(204)
    }
    const after = await waitUntil(async () => {
      const now = await readEndpoints(folder)
      const pids = listPids(now)
      const fresh = pids.filter((pid) => !listPids(before).includes(pid))
      // All except the node that was not killed.
      return pids.length === 6 && fresh.length === 5 ? now : null
    }, 30_000)
    if (!after) throw new Error(`not all parts came back:\n${supervisor.output()}`)
    expect(await ask(after, trips)).toEqual([{ n: '11000' }])
    expect(await (await fetch(after.web.url)).text()).toBe(after.web.url)

    const node = '/clickhouse/shard-1-replica-1'
    expect((await control(after, `${node}/stop`)).status).toBe(204)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect((await readEndpoints(folder)).clickhouse?.nodes[0]?.pid).toBeNull()
    expect((await control(after, `${node}/start`)).status).toBe(204)
    expect((await control(after, `${node}/restart`)).status).toBe(204)
    expect(await ask(after, trips)).toEqual([{ n: '11000' }])

    expect((await control(after, '/stop')).status).toBe(202)
    await supervisor.says('STOPPED')
  })

  test('no secret is in a log file', async () => {
    const endpoints = await readEndpoints(folder)
    const secrets = [
      password,
      endpoints.objectStore?.secretAccessKey,
      endpoints.clickhouse?.users.admin?.password,
      endpoints.clickhouse?.users.frostline?.password,
      new URL(endpoints.postgres?.url ?? '').password,
      endpoints.supervisor.controlToken,
    ]
    const logs = await readdir(endpoints.logDir)
    expect(logs).toEqual(
      expect.arrayContaining(['supervisor.log', 'web.log', 'worker.log', 'postgresql.log']),
    )
    for (const name of logs) {
      const text = await readFile(join(endpoints.logDir, name), 'utf8')
      for (const secret of secrets) expect(text.includes(secret ?? '?missing?')).toBe(false)
    }
  })
})

describe('beside it', () => {
  test('two installations run at once; a reset is refused while one runs, then removes it', async () => {
    const other = join(folder, 'other')
    const env = { FROSTLINE_ADMIN_EMAIL: 'me@example.com' }
    // Two starts on one folder at the same moment: one of them gives way.
    const [one, ...both] = await Promise.all([run(), run(other, env), run(other, env)])
    await Promise.all(both.map((each) => Promise.race([each.says('READY true'), waitForEnd(each.child)])))
    await one.says('READY false')
    const [two] = both.filter((each) => each.output().includes('READY true'))
    const refused = both.filter((each) => each.output().includes('FAILED Frostline runs already'))
    if (!two || refused.length !== 1) throw new Error(both.map((each) => each.output()).join('\n'))
    const endpoints = await readEndpoints(other)
    expect(endpoints.admin.email).toBe('me@example.com')
    expect(await ask(endpoints, trips)).toEqual([{ n: '11000' }])
    const dataDir = join(other, '.frostline')
    await expect(resetData(dataDir)).rejects.toThrow(/Nothing was removed/)
    expect(existsSync(join(dataDir, 'state.json'))).toBe(true)

    two.child.kill('SIGKILL')
    await waitForEnd(two.child)
    await resetData(dataDir)
    expect(existsSync(dataDir)).toBe(false)
    expect(listPids(endpoints).filter((pid) => observeProcess(pid) !== null)).toEqual([])
    await expect(resetData(other)).rejects.toThrow(/does not hold Frostline's data/)
  })

  test('nodes of your own that reject the user, and those that are down, are named at the start', async () => {
    const one = await run()
    await one.says('READY false')
    const { clickhouse } = await readEndpoints(folder)
    const url = clickhouse?.nodes[0]?.httpUrl
    const refused = await run(join(folder, 'refused'), {
      FROSTLINE_CLICKHOUSE_URLS: `${url}, http://127.0.0.1:1`,
      FROSTLINE_CLICKHOUSE_PASSWORD: 'wrong',
    })
    await refused.says(`FAILED ClickHouse refuses the user "frostline" at ${url} (code 516).`)
    expect(refused.output()).toContain('! ClickHouse at http://127.0.0.1:1 cannot be used now')
    expect(refused.output()).toContain('Check FROSTLINE_CLICKHOUSE_USER, FROSTLINE_CLICKHOUSE_PASSWORD')
  })

  test('a start that fails says why and leaves nothing running', async () => {
    const other = join(folder, 'failing')
    const supervisor = await run(other, { FAIL_SETUP: '1' })
    await supervisor.says('the setup was told to fail')
    await waitForEnd(supervisor.child)
    expect(supervisor.output()).toContain('FAILED Set-up ended with code 3')
    const pids = listPids(await readEndpoints(other))
    expect(pids.filter((pid) => observeProcess(pid) !== null)).toEqual([])
    await resetData(join(other, '.frostline'))
  })

  test('a port used by another program is named', async () => {
    const holder = (await import('node:http')).createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    try {
      const supervisor = await run(join(folder, 'port'), { PORT: String(port) })
      await supervisor.says(`FAILED Port ${port} (PORT) is in use`)
    } finally {
      holder.close()
    }
  })
})
