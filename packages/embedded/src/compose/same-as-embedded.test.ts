import { describe, expect, test } from 'vitest'
import { findXmlFault } from '../clickhouse/check-xml.ts'
import { type ClusterMember, renderNodeConfig } from '../clickhouse/node-config.ts'
import { renderUsersConfig } from '../clickhouse/users-config.ts'
import {
  listDockerFiles,
  nodeEnvironment,
  readConfiguration,
  readDockerFile,
  section,
  type Tree,
} from './compose-files.ts'

const configFiles = listDockerFiles('clickhouse', 'config.d').map((file) => ['clickhouse', 'config.d', file])
const userFiles = listDockerFiles('clickhouse', 'users.d').map((file) => ['clickhouse', 'users.d', file])

const members: ClusterMember[] = [1, 2].flatMap((shard) =>
  [1, 2].map((replica) => ({ shard, replica, tcpPort: 9000 })),
)
const embedded = readConfiguration(
  renderNodeConfig({
    name: nodeEnvironment.CLICKHOUSE_NODE_NAME,
    shard: 1,
    replica: 2,
    clusterName: 'frostline',
    secret: nodeEnvironment.CLICKHOUSE_CLUSTER_SECRET,
    members,
    usersFile: '/etc/clickhouse-server/users.xml',
    logFlushIntervalMs: 1000,
    storage: {
      objectStore: {
        endpoint: 'http://store.invalid:7070',
        bucket: 'bucket',
        accessKeyId: nodeEnvironment.S3_ACCESS_KEY_ID,
        secretAccessKey: nodeEnvironment.S3_SECRET_ACCESS_KEY,
        region: nodeEnvironment.S3_REGION,
      },
      keyPrefix: 'frostline/shard-1-replica-2',
      dataDir: '/var/lib/clickhouse',
      cacheSizeBytes: 512 * 2 ** 20,
      hotKeepFreeSpaceBytes: 2 ** 30,
      s3RetryAttempts: 4,
    },
  }),
  { FROSTLINE_LOGIN_GATE: 'http://127.0.0.1:1/' },
)
const embeddedUsers = readConfiguration(renderUsersConfig({ admin: '', frostline: '' }))

/** Compilation pays off on much data, and profilers with a trace_log. Embedded nodes have neither. */
const embeddedOnly = [
  'compile_expressions',
  'compile_aggregate_expressions',
  'compile_sort_description',
  'compile_regular_expressions',
  'query_profiler_real_time_period_ns',
  'query_profiler_cpu_time_period_ns',
  'memory_profiler_step',
]

const read = (file: string) =>
  readConfiguration(readDockerFile('clickhouse', 'config.d', file), nodeEnvironment)
const users = readConfiguration(readDockerFile('clickhouse', 'users.d', 'frostline.xml'), nodeEnvironment)

function names(tree: Tree): string[] {
  return typeof tree[1] === 'string' ? [] : tree[1].map(([name]) => name)
}

test.each([...configFiles, ...userFiles, ['keeper', 'keeper_config.xml']])(
  '%s/%s/%s is well-formed',
  (...path) => {
    expect(findXmlFault(readDockerFile(...path.filter((name) => name !== undefined)))).toBeNull()
  },
)

describe('a node of the compose file is configured as an embedded one', () => {
  test('disks, volumes and policies', () => {
    expect(section(read('storage.xml'), 'storage_configuration')).toEqual(
      section(embedded, 'storage_configuration'),
    )
  })

  test('log tables', () => {
    const logTables = (tree: Tree) => names(tree).filter((name) => name.endsWith('_log'))
    const logs = read('logs.xml')
    expect(logTables(embedded).length).toBeGreaterThan(0)
    for (const log of logTables(embedded)) expect(section(logs, log)).toEqual(section(embedded, log))
    const more = logTables(logs).filter((log) => !logTables(embedded).includes(log))
    for (const log of more)
      expect(readDockerFile('clickhouse', 'config.d', 'logs.xml')).toContain(`<${log} remove="remove"/>`)
  })

  test('name and macros', () => {
    const cluster = read('cluster.xml')
    expect(section(cluster, 'macros')).toEqual(section(embedded, 'macros'))
    expect(section(cluster, 'display_name')).toEqual(section(embedded, 'display_name'))
  })

  test('cluster, except for host names and for who copies rows to replicas', () => {
    const withoutHosts = ([name, content]: Tree): Tree => {
      if (name === 'host' || name === 'internal_replication') return [name, '']
      return [name, typeof content === 'string' ? content : content.map(withoutHosts)]
    }
    const servers = section(read('cluster.xml'), 'remote_servers')
    expect(withoutHosts(servers)).toEqual(withoutHosts(section(embedded, 'remote_servers')))
    expect(JSON.stringify(servers)).not.toContain('["internal_replication","false"]')
  })

  test('the grants of the console', () => {
    const grants = section(users, 'users', 'frostline', 'grants')
    expect(grants[1].length).toBeGreaterThan(0)
    expect(grants).toEqual(section(embeddedUsers, 'users', 'frostline', 'grants'))
  })

  test('accounts: the same two, and none without a password', () => {
    expect(names(section(users, 'users'))).toEqual(['default', 'admin', 'frostline'])
    expect(readDockerFile('clickhouse', 'users.d', 'frostline.xml')).toContain('<default remove="remove"/>')
    for (const account of ['admin', 'frostline']) {
      const kept = names(section(embeddedUsers, 'users', account)).filter(
        (name) => !name.startsWith('password'),
      )
      expect(names(section(users, 'users', account))).toEqual(['password', ...kept])
    }
    const profile = section(embeddedUsers, 'profiles', 'default')
    for (const name of embeddedOnly) expect(section(profile, name)).toEqual([name, '0'])
    const shared = names(profile).filter((name) => !embeddedOnly.includes(name))
    expect(names(section(users, 'profiles', 'default'))).toEqual(shared)
    for (const name of shared)
      expect(section(users, 'profiles', 'default', name)).toEqual(section(profile, name))
    for (const each of [users, embeddedUsers]) expect(names(section(each, 'profiles'))).toEqual(['default'])
  })
})
