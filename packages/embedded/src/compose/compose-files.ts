import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseXml, type XmlElement } from '../s3-store/protocol/parse-xml.ts'

export const dockerDir = fileURLToPath(new URL('../../../../docker/', import.meta.url))

export function readDockerFile(...path: string[]): string {
  return readFileSync(join(dockerDir, ...path), 'utf8')
}

export function listDockerFiles(...path: string[]): string[] {
  return readdirSync(join(dockerDir, ...path)).sort()
}

/** The environment of a compose node, with distinguishable values. */
export const nodeEnvironment = {
  CLICKHOUSE_NODE_NAME: 'shard-1-replica-2',
  CLICKHOUSE_SHARD: '1',
  CLICKHOUSE_REPLICA: '2',
  CLICKHOUSE_CLUSTER_SECRET: 'the cluster secret',
  CLICKHOUSE_ADMIN_PASSWORD: 'the admin password',
  CLICKHOUSE_FROSTLINE_PASSWORD: 'the frostline password',
  CLICKHOUSE_S3_ENDPOINT: 'http://store.invalid:7070/bucket/frostline/shard-1-replica-2/',
  S3_ACCESS_KEY_ID: 'the access key',
  S3_SECRET_ACCESS_KEY: 'the secret key',
  S3_REGION: 'us-east-1',
}

/** An element by name: its text, or its children in order. */
export type Tree = readonly [name: string, content: string | readonly Tree[]]

/** Parses a configuration file after the server's `from_env` substitution. */
export function readConfiguration(xml: string, env: Readonly<Record<string, string>> = {}): Tree {
  const substituted = xml.replace(/<(\w+) from_env="(\w+)"\/>/g, (_, element: string, variable: string) => {
    const value = env[variable]
    if (value === undefined) throw new Error(`${variable} is not in the environment of a node.`)
    return `<${element}>${value}</${element}>`
  })
  return toTree(parseXml(substituted))
}

function toTree(element: XmlElement): Tree {
  return [element.name, element.children.length > 0 ? element.children.map(toTree) : element.text]
}

/** The sections of that name, at any depth from the root given by the path. */
export function section(tree: Tree, ...path: string[]): Tree {
  let found = tree
  for (const name of path) {
    const [, content] = found
    const next = typeof content === 'string' ? undefined : content.find((child) => child[0] === name)
    if (!next) throw new Error(`There is no <${name}> in <${found[0]}>.`)
    found = next
  }
  return found
}
