import {
  interactiveS3Settings,
  nodeCores,
  probeS3,
  QueryFailedError,
  type QueryOptions,
  renderStructure,
  type S3Arguments,
  type SqlParams,
} from '@frostline/clickhouse'
import { type LoadSpec, pathColumnSettings, textReadingSettings } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { explainNodeRead } from '../source/explain-node-read.ts'

export interface SampleAt {
  cluster: string
  source: { id: string; bucket: string; key: string }
  read: {
    format: LoadSpec['read']['format']
    compression: LoadSpec['read']['compression']
    text: LoadSpec['read']['text']
    /** Left out: the engine infers them. */
    columns?: readonly { name: string; type: string }[]
  }
  /** One that has just answered. Left out: the first that answers. */
  node?: ConnectedNode | undefined
}

export interface OpenSample {
  node: ConnectedNode
  s3: S3Arguments
  /** What s3 binds, and the exact path where the key reads as a pattern. */
  bound: Record<string, string>
  /** The same for people. */
  shown: SqlParams
  exactPath: string | undefined
  options: QueryOptions
}

/** One object as one node of the cluster reads it. */
export async function withSample<Value>(
  ctx: ServiceContext,
  at: SampleAt,
  act: (sample: OpenSample) => Promise<Value>,
): Promise<Value> {
  const { source, read } = at
  const cluster = await ctx.clusters.get(at.cluster)
  return withBucket(ctx, source, async (open) => {
    const structure = read.columns && renderStructure(read.columns)
    const { exactPath, ...s3 } = open.arguments(source.bucket, {
      key: source.key,
      format: read.format,
      compression: read.compression,
      structure,
    })
    const path = exactPath === undefined ? {} : { s3_path: exactPath }
    const options: QueryOptions = {
      timeoutMs: 20_000,
      settings: {
        ...interactiveS3Settings,
        ...textReadingSettings(read),
        ...(read.columns ? pathColumnSettings(read.columns, [source.key]) : {}),
        max_threads: 1,
        max_memory_usage: String(2n * 1024n ** 3n),
        input_format_parallel_parsing: 0,
        // Values go through JSON to become text: digits must not.
        output_format_json_quote_decimals: 1,
      },
    }
    const node = at.node ?? (await firstThatAnswers(cluster.nodes, cluster.name))
    try {
      if (exactPath !== undefined && structure === undefined) await requireAlone(node)
      return await act({
        node,
        s3,
        bound: { ...stringsOf(s3.params), ...path },
        shown: { ...s3.shown, ...path },
        exactPath,
        options,
      })
    } catch (thrown) {
      throw explainNodeRead(
        thrown,
        `${source.bucket}/${source.key} could not be read on ${node.name} as ${read.format}`,
      )
    }

    /** The engine infers columns from the first object that a pattern matches, whichever the query wants (26.7). */
    async function requireAlone(asked: ConnectedNode): Promise<void> {
      const one = open.arguments(source.bucket, { key: source.key, format: 'One' })
      const probe = await asked.client.query(probeS3(one), stringsOf(one.params), options)
      if ((probe.rows[0]?.objects ?? 0n) < 2n) return
      throw new ServiceError(
        'invalid',
        `ClickHouse reads the name ${JSON.stringify(source.key)} as a pattern, which also matches other objects.`,
        { hint: 'Its columns cannot be inferred. Choose another object of the manifest as the sample.' },
      )
    }
  })
}

async function firstThatAnswers(nodes: readonly ConnectedNode[], cluster: string): Promise<ConnectedNode> {
  for (const node of nodes) {
    try {
      await node.client.query(nodeCores, {}, { timeoutMs: 3_000 })
      return node
    } catch (thrown) {
      if (!(thrown instanceof QueryFailedError)) throw thrown
      // A node that refuses is there: it says why when it is asked for rows.
      if (thrown.failure.kind === 'refused') return node
    }
  }
  throw new ServiceError('unreachable', `No node of ${cluster} answers.`, {
    hint: 'Rows are read by the nodes. Bring a node back, then try again.',
  })
}

function stringsOf(params: SqlParams): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}
