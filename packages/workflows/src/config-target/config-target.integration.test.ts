import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  checkConfigTarget,
  ensureEmbeddedCluster,
  getConfigTarget,
  setConfigTarget,
} from '@frostline/services'
import { openTestServices, type TestServices } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorkflowDeps } from '../deps.ts'
import { checkConfigTargets } from './check-config-targets.ts'
import { readDropIn, removeDropIn, writeDropIn } from './drop-in.ts'
import { inspectFolder } from './inspect-folder.ts'

let stack: TestStack
let services: TestServices
let deps: WorkflowDeps
let root: string
const cluster = 'test'
const nodes = ['one', 'two']

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  await ensureEmbeddedCluster(services.as('admin', { type: 'system' }), {
    name: 'Test',
    username: 'nobody',
    password: '',
    nodes: nodes.map((name, index) => ({
      name,
      shard: index + 1,
      replica: 1,
      url: `http://127.0.0.1:${index + 1}`,
    })),
  })
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'frostline-config-')))
  for (const node of nodes) await mkdir(join(root, node))
  const quiet = () => undefined
  deps = {
    db: services.db,
    clusters: services.clusters,
    workerId: 'test',
    log: { info: quiet, warn: quiet, error: quiet },
    now: () => new Date(),
    configuration: { roots: [root], supervisor: null },
  }
  return () => rm(root, { recursive: true, force: true })
})

const look = async (given: { folder?: string; folderByNode?: Record<string, string> }) => {
  await setConfigTarget(services.as('admin'), { cluster, kind: 'directory', ...given })
  await checkConfigTargets(deps)
  return getConfigTarget(services.as('viewer'), { cluster })
}

test('reports writable folders, and an existing file of ours', async () => {
  await writeFile(join(root, 'two', 'frostline-storage.xml'), '<clickhouse/>')
  expect(await look({ folder: `${root}/{node}/` })).toMatchObject({
    state: 'ready',
    checkedBy: 'test',
    nodes: [
      { node: 'one', folder: join(root, 'one'), fault: null, fileBytes: null, restart: 'person' },
      { node: 'two', folder: join(root, 'two'), fault: null, fileBytes: 13, restart: 'person' },
    ],
  })
  expect(await readdir(join(root, 'one'))).toEqual([])
  await checkConfigTarget(services.as('admin'), { cluster })
  expect((await getConfigTarget(services.as('viewer'), { cluster })).state).toBe('waiting')
  const { configuration: _, ...bare } = deps
  await checkConfigTargets(bare)
  const shut = await getConfigTarget(services.as('viewer'), { cluster })
  expect(shut).toMatchObject({ state: 'faulty' })
  expect(shut.nodes[0]?.fault).toContain('FROSTLINE_CONFIG_ROOTS')
})

test('reports a link, a path outside of the allowed folders, a file and a missing folder by name', async () => {
  await symlink(join(root, 'two'), join(root, 'link'))
  await writeFile(join(root, 'file'), '')
  const faultOf = async (folder: string) => {
    const sight = await inspectFolder(folder, [root])
    return sight.kind === 'fault' ? sight.text : null
  }
  expect(await faultOf(join(root, 'link'))).toContain(`symbolic link to ${join(root, 'two')}`)
  expect(await faultOf('/etc')).toContain(`/etc is not below ${root}`)
  expect(await faultOf(`${root}-beside`)).toContain('does not exist')
  await mkdir(`${root}-beside`)
  expect(await faultOf(`${root}-beside`)).toContain('is not below')
  await rm(`${root}-beside`, { recursive: true })
  expect(await faultOf(join(root, 'file'))).toContain('is not a folder')
  expect(await faultOf(join(root, 'nowhere'))).toContain('does not exist')
  expect(await faultOf('/proc/self')).not.toBeNull()
  expect((await inspectFolder('/proc/fs', ['/proc'])).kind).toBe('fault')
})

test('two nodes never share a folder, and a link in place of our file is never followed', async () => {
  await expect(
    setConfigTarget(services.as('admin'), { cluster, kind: 'directory', folder: root }),
  ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('has the same folder') })
  await expect(
    setConfigTarget(services.as('operator'), { cluster, kind: 'directory', folder: `${root}/{node}` }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await writeFile(join(root, 'secret'), 'of somebody else')
  await symlink(join(root, 'secret'), join(root, 'one', 'frostline-storage.xml'))
  const seen = await look({ folder: `${root}/{node}` })
  expect(seen.nodes[0]?.fault).toContain('symbolic link')
  expect(seen.nodes[1]?.fault).toBeNull()
})

test('a drop-in is written atomically, only for owner and group, and leaves nothing else behind', async () => {
  const folder = join(root, 'one')
  const name = 'frostline-storage.xml'
  expect(await readDropIn(folder, name)).toEqual({ kind: 'absent' })
  await writeDropIn(folder, name, '<clickhouse/>')
  await writeDropIn(folder, name, '<clickhouse>2</clickhouse>')
  expect(await readDropIn(folder, name)).toMatchObject({
    kind: 'present',
    text: '<clickhouse>2</clickhouse>',
  })
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o640)
  expect(await readdir(folder)).toEqual([name])
  await removeDropIn(folder, name)
  await removeDropIn(folder, name)
  expect(await readdir(folder)).toEqual([])
  expect((await readDropIn(join(root, 'nowhere'), name)).kind).toBe('fault')
  await writeFile(join(root, 'secret'), 'of somebody else')
  await symlink(join(root, 'secret'), join(folder, name))
  expect((await readDropIn(folder, name)).kind).toBe('fault')
  await writeDropIn(folder, name, '<clickhouse/>')
  expect(await readFile(join(root, 'secret'), 'utf8')).toBe('of somebody else')
})
