import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { dockerDir, nodeEnvironment, readConfiguration, readDockerFile, type Tree } from './compose-files.ts'

const text = readDockerFile('compose.yaml')
const serviceSchema = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  healthcheck: z.unknown().optional(),
  build: z.unknown().optional(),
  hostname: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
})
const file = z
  .object({
    services: z.record(z.string(), serviceSchema),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(text, { merge: true }))
const services = Object.entries(file.services)
const nodes = services.filter(([, service]) => service.image.startsWith('clickhouse/clickhouse-server:'))

describe('the compose file', () => {
  test('publishes only the web port, and only to this machine', () => {
    const published = services.filter(([, service]) => service.ports.length > 0)
    expect(published.map(([name]) => name)).toEqual(['web'])
    for (const [, service] of published) {
      for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })

  test('keeps databases and store on a network without outside access', () => {
    expect(file.networks.backend).toEqual({ internal: true })
    const atEdge = services.filter(([, service]) => service.networks.includes('edge')).map(([name]) => name)
    expect(atEdge.sort()).toEqual(['setup', 'web', 'worker'])
  })

  test('pins every image', () => {
    for (const [, { image }] of services) expect(image).toMatch(/:v?\d+\.\d+[\w.-]*$/)
  })

  test('has no password: each must be given, and is empty in .env.example', () => {
    const example = readDockerFile('.env.example')
    const variables = [...text.matchAll(/(?<!\$)\$\{(\w+)([^}]*)\}/g)]
    expect(variables.length).toBeGreaterThan(0)
    for (const [, name = '', rest = ''] of variables) {
      if (/PASSWORD|SECRET|KEY/.test(name)) {
        expect(rest).toMatch(/^:\?/)
        expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
      } else expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'))
    }
  })

  test('waits for health only where it is checked', () => {
    for (const [name, service] of services) {
      for (const [needed, { condition }] of Object.entries(service.depends_on)) {
        const target = file.services[needed]
        if (!target) throw new Error(`${name} waits for ${needed}, which is not there.`)
        if (condition === 'service_healthy') expect(target.healthcheck).toBeDefined()
      }
    }
  })

  test('mounts files that exist and volumes that are declared', () => {
    for (const volume of services.flatMap(([, service]) => service.volumes)) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('.')) {
        expect(existsSync(join(dockerDir, source))).toBe(true)
        expect(volume).toMatch(/:ro$/)
      } else expect(Object.keys(file.volumes)).toContain(source)
    }
  })
})

test('the image installs the packages of every workspace', () => {
  const copied = [...readDockerFile('Dockerfile').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
    ([, path]) => path,
  )
  const root = join(dockerDir, '..')
  const folders = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  const workspaces = [...folders, 'e2e'].filter((path) => existsSync(join(root, path, 'package.json')))
  expect(copied.sort()).toEqual(workspaces.sort())
})

describe('its ClickHouse nodes', () => {
  test('are the members named in the cluster file', () => {
    const hosts = (tree: Tree): string[] => {
      const [name, content] = tree
      if (typeof content === 'string') return name === 'host' ? [content] : []
      return content.flatMap(hosts)
    }
    const cluster = readConfiguration(
      readDockerFile('clickhouse', 'config.d', 'cluster.xml'),
      nodeEnvironment,
    )
    expect(hosts(cluster)).toEqual([...nodes.map(([name]) => name), 'keeper'])
    for (const [name, service] of nodes) {
      expect(service.hostname).toBe(name)
      expect(service.environment.CLICKHOUSE_NODE_NAME).toBe(name)
      const { CLICKHOUSE_SHARD: shard, CLICKHOUSE_REPLICA: replica } = service.environment
      expect(name).toBe(`shard-${shard}-replica-${replica}`)
    }
  })

  test('find everything that their files read from the environment', () => {
    const needed = Object.keys(nodeEnvironment)
    for (const [, service] of nodes)
      expect(Object.keys(service.environment)).toEqual(expect.arrayContaining(needed))
  })

  test("have a key prefix and a volume each: two nodes with one destroy each other's data", () => {
    const unique = (values: unknown[]) => new Set(values).size
    expect(unique(nodes.map(([, service]) => service.environment.CLICKHOUSE_S3_ENDPOINT))).toBe(4)
    expect(
      unique(nodes.flatMap(([, service]) => service.volumes.filter((volume) => !volume.startsWith('.')))),
    ).toBe(4)
    for (const [name, service] of nodes) {
      expect(service.environment.CLICKHOUSE_S3_ENDPOINT).toMatch(
        new RegExp(`^http://store:7070/frostline/.*${name}/$`),
      )
    }
  })

  test('are registered by the set-up with the same names', () => {
    const described = file.services.setup?.environment.FROSTLINE_SETUP_CLUSTER ?? ''
    const cluster = z
      .object({
        clusterName: z.literal('frostline'),
        username: z.literal('frostline'),
        password: z.string().startsWith('${CLICKHOUSE_FROSTLINE_PASSWORD:?'),
        nodes: z.array(
          z.object({ name: z.string(), url: z.string(), shard: z.number(), replica: z.number() }),
        ),
      })
      .parse(JSON.parse(described))
    expect(cluster.nodes.map(({ name }) => name)).toEqual(nodes.map(([name]) => name))
    for (const node of cluster.nodes) {
      expect(node.url).toBe(`http://${node.name}:8123`)
      expect(node.name).toBe(`shard-${node.shard}-replica-${node.replica}`)
    }
  })
})
