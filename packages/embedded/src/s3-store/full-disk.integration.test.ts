import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitUntil } from '../process/wait-until.ts'
import { readErrorCode, sendRaw } from './testing/raw-client.ts'
import { ACCESS_KEY_ID, SECRET_ACCESS_KEY } from './testing/test-store.ts'

/* A store on a full disk of 8 MiB: a tmpfs in a mount namespace. Where the system allows none, a limit on file
    sizes replaces it, which rejects large files. */

const PROGRAM = `
  import { readFileSync } from 'node:fs'
  import { startS3Store } from ${JSON.stringify(fileURLToPath(new URL('./start.ts', import.meta.url)))}
  const dataDir = process.argv[2]
  const start = () => startS3Store({
    dataDir: dataDir + '/s3', logFile: dataDir + '/s3.log', buckets: ['bucket'], minPartSizeBytes: 1,
    accessKeyId: ${JSON.stringify(ACCESS_KEY_ID)}, secretAccessKey: ${JSON.stringify(SECRET_ACCESS_KEY)},
  })
  let store = await start()
  console.log(JSON.stringify({ endpoint: store.endpoint, pid: store.pid }))
  process.stdin.on('data', async (text) => {
    if (String(text).includes('log')) console.log(JSON.stringify({ log: readFileSync(dataDir + '/s3.log', 'utf8') }))
    else {
      await store.kill()
      await store.restart()
      console.log(JSON.stringify({ endpoint: store.endpoint, pid: store.pid }))
    }
  })`

const inNamespace = ['unshare', '--user', '--map-root-user', '--mount', '--']
const mounts =
  spawnSync('unshare', [...inNamespace.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

let folder: string
let child: ChildProcess
let said: string[] = []
let endpoint: string

async function ask<Answer>(command?: string): Promise<Answer> {
  if (command !== undefined) child.stdin?.write(`${command}\n`)
  const line = await waitUntil(() => said.shift() ?? null, 30_000)
  if (line === null) throw new Error('The store did not answer.')
  return JSON.parse(line) as Answer
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-store-full-'))
  const program = join(folder, 'program.mts')
  writeFileSync(program, PROGRAM)
  const disk = join(folder, 'disk')
  const node = `exec '${process.execPath}' --import '${import.meta.resolve('tsx')}' '${program}' '${disk}'`
  const script = mounts
    ? `mkdir '${disk}' && mount -t tmpfs -o size=8m none '${disk}' && ${node}`
    : `mkdir '${disk}' && ulimit -f 2048 && ${node}`
  const [file = '', ...args] = [...(mounts ? inNamespace : []), 'sh', '-c', script]
  child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said = [...said, ...text.split('\n').filter((line) => line !== '')]
  })
  ;({ endpoint } = await ask<{ endpoint: string }>())
})
afterAll(() => {
  child.kill()
  rmSync(folder, { recursive: true, force: true })
})

const acknowledged = new Map<string, string>()
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Puts until the store rejects; returns the error. */
async function fill(prefix: string, sizeBytes: number): Promise<{ status: number; code: string }> {
  for (let n = 0; n < 20_000; n += 1) {
    const body = randomBytes(sizeBytes)
    const key = `${prefix}/${n}`
    const answer = await sendRaw(endpoint, { method: 'PUT', path: `/bucket/${key}`, body })
    if (answer.status !== 200) return { status: answer.status, code: readErrorCode(answer) }
    acknowledged.set(key, hash(body))
  }
  throw new Error('The disk did not become full.')
}

async function expectAllThere(): Promise<void> {
  for (const [key, expected] of acknowledged) {
    const { status, body } = await sendRaw(endpoint, { method: 'GET', path: `/bucket/${key}` })
    expect([key, status, hash(body)]).toEqual([key, 200, expected])
  }
}

it('rejects writes with 507 on a full disk, logs it, and loses nothing it has acknowledged', async () => {
  const refused = { status: 507, code: 'StorageFull' }
  expect(await fill('large', mounts ? 700_000 : 1_500_000)).toEqual(refused)
  await expectAllThere()
  // A limit on files says nothing about the rest of the disk.
  if (!mounts) return
  // Small objects fill what the large ones leave, until not even a journal line fits.
  expect(await fill('small', 300)).toEqual(refused)
  const begin = { method: 'POST', path: `/bucket/${'u'.repeat(900)}`, query: [['uploads', '']] } as const
  const full = await waitUntil(async () => (await sendRaw(endpoint, begin)).status === 507, 20_000, 0)
  expect(full).toBe(true)
  for (let n = 0; n < 50; n += 1) {
    const again = await sendRaw(endpoint, { method: 'PUT', path: '/bucket/again', body: randomBytes(300) })
    expect({ status: again.status, code: readErrorCode(again) }).toEqual(refused)
  }
  await expectAllThere()
  const { log } = await ask<{ log: string }>('log')
  expect(log).toMatch(/disk .* is full/)
  // One line now and then, not one per request.
  expect(log.match(/is full/g)?.length).toBeLessThan(5)

  await ask('restart')
  await expectAllThere()

  // Deletes need space in the journal, and free space.
  for (const key of [...acknowledged.keys()].filter((name) => name.startsWith('large')).slice(0, 3)) {
    expect((await sendRaw(endpoint, { method: 'DELETE', path: `/bucket/${key}` })).status).toBe(204)
    acknowledged.delete(key)
  }
  const body = randomBytes(300_000)
  const put = await sendRaw(endpoint, { method: 'PUT', path: '/bucket/after', body })
  expect(put.status).toBe(200)
  acknowledged.set('after', hash(body))
  await ask('restart')
  await expectAllThere()
})
