import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frostlineGrants } from '../clickhouse/frostline-grants.ts'
import { findClickhouseLibrary } from '../clickhouse/node-process.ts'
import { renderXml } from '../clickhouse/xml.ts'
import { dockerDir, listDockerFiles, nodeEnvironment, readDockerFile } from './compose-files.ts'

const program = fileURLToPath(new URL('../clickhouse/node-program.mjs', import.meta.url))

/** The account for this mode's statements; the compose file's nodes have none of that name. */
const startupUser = renderXml('clickhouse', {
  users: {
    default: {
      password: '',
      networks: { ip: '127.0.0.1' },
      profile: 'default',
      quota: 'default',
      access_management: 1,
    },
  },
})

const questions = {
  policies:
    'SELECT policy_name, volume_name, disks, toFloat64(move_factor) AS move_factor FROM system.storage_policies',
  disks: 'SELECT name, type, path, cache_path, toString(keep_free_space) AS keep_free FROM system.disks',
  macros: 'SELECT macro, substitution FROM system.macros',
  members: 'SELECT cluster, shard_num, replica_num, port FROM system.clusters ORDER BY ALL',
  logs: "SELECT name FROM system.tables WHERE database = 'system' AND name LIKE '%\\_log' ORDER BY name",
  users: 'SELECT name, host_ip, host_names FROM system.users ORDER BY name',
  grants: 'SHOW GRANTS FOR frostline',
} as const

let dir: string
let dataDir: string
const answers: Record<string, unknown[]> = {}

/** The image's node reads `config.d` and `users.d` in addition to its own files; this one reads the same two. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frostline-compose-'))
  dataDir = join(dir, 'data')
  await mkdir(dataDir)
  await cp(join(dockerDir, 'clickhouse', 'users.d'), join(dir, 'users.d'), { recursive: true })
  await mkdir(join(dir, 'config.d'))
  for (const file of listDockerFiles('clickhouse', 'config.d')) {
    const xml = readDockerFile('clickhouse', 'config.d', file)
      .replaceAll('/var/lib/clickhouse/', `${dataDir}/`)
      .replaceAll(/<host>shard-\d-replica-\d<\/host>/g, '<host>127.0.0.1</host>')
    await writeFile(join(dir, 'config.d', file), xml)
  }
  await writeFile(
    join(dir, 'config.xml'),
    renderXml('clickhouse', { users_config: join(dir, 'users.xml'), remote_servers: {} }),
  )
  await writeFile(
    join(dir, 'users.xml'),
    renderXml('clickhouse', { profiles: { default: {} }, quotas: { default: {} } }),
  )
  await writeFile(join(dir, 'users.d', 'zz-startup.xml'), startupUser)

  const answersWanted = Object.entries(questions).map(
    ([name, sql]) => `${sql} INTO OUTFILE '${join(dir, name)}' FORMAT JSONEachRow`,
  )
  await promisify(execFile)(
    process.execPath,
    [
      program,
      findClickhouseLibrary(),
      'clickhouse',
      `--config-file=${join(dir, 'config.xml')}`,
      `--path=${dataDir}/`,
      `--query=${['SYSTEM FLUSH LOGS', ...answersWanted].join('; ')}`,
    ],
    {
      cwd: dataDir,
      timeout: 60_000,
      maxBuffer: 64 << 20,
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC', HOME: dataDir, ...nodeEnvironment },
    },
  )
  for (const name of Object.keys(questions)) {
    const lines = (await readFile(join(dir, name), 'utf8')).trimEnd().split('\n')
    answers[name] = lines.map((line) => JSON.parse(line) as unknown)
  }
})

afterAll(() => rm(dir, { recursive: true, force: true }))

test('the engine creates the disks and policies from them', () => {
  const cold = { volume_name: 'cold', disks: ['cold_cache'], move_factor: 0 }
  expect(answers.policies).toEqual(
    expect.arrayContaining([
      { policy_name: 'tiered', volume_name: 'hot', disks: ['default'], move_factor: 0 },
      { policy_name: 'tiered', ...cold },
      { policy_name: 'default_tiered', volume_name: 'default', disks: ['default'], move_factor: 0 },
      { policy_name: 'default_tiered', ...cold },
      { policy_name: 'jbod_tiered', volume_name: 'hot', disks: ['default', 'hot2'], move_factor: 0 },
      { policy_name: 'jbod_tiered', ...cold },
    ]),
  )
  expect(answers.disks).toHaveLength(4)
  expect(answers.disks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'hot2', path: `${dataDir}/hot2/`, keep_free: String(2 ** 30) }),
      expect.objectContaining({ name: 'cold', type: 'ObjectStorage' }),
      expect.objectContaining({
        name: 'cold_cache',
        cache_path: expect.stringMatching(/\/cold_cache\/$/) as unknown,
      }),
    ]),
  )
})

test('the engine reads per-node values from the environment', () => {
  expect(answers.macros).toEqual([
    { macro: 'cluster', substitution: 'frostline' },
    { macro: 'replica', substitution: '2' },
    { macro: 'shard', substitution: '1' },
  ])
  const member = (shard_num: number, replica_num: number) => ({
    cluster: 'frostline',
    shard_num,
    replica_num,
    port: 9000,
  })
  expect(answers.members).toEqual([member(1, 1), member(1, 2), member(2, 1), member(2, 2)])
})

test('the engine creates the users, the grants and the log tables', () => {
  expect(answers.users).toEqual([
    { name: 'admin', host_ip: [], host_names: ['localhost'] },
    { name: 'default', host_ip: [], host_names: ['localhost'] },
    { name: 'frostline', host_ip: ['::/0'], host_names: [] },
  ])
  const granted = JSON.stringify(answers.grants)
  const accesses = frostlineGrants.flatMap((grant) => grant.replace(/^GRANT (.*) ON .*$/, '$1').split(', '))
  for (const access of accesses) expect(granted).toContain(access)
  expect(answers.logs).toEqual([
    { name: 'blob_storage_log' },
    { name: 'error_log' },
    { name: 'filesystem_cache_log' },
    { name: 'part_log' },
    { name: 'query_log' },
  ])
})
