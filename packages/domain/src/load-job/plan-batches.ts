import { writeObjectPath } from '../source/object-path.ts'
import type { LoadSpec } from './load-spec.ts'

/** Objects that are loaded by one statement, and arrive in the target together or not at all. */
export interface LoadBatch {
  /** Indexes into the manifest, ascending. */
  objects: number[]
  sizeBytes: bigint
}

export interface BatchLimits {
  /** Bytes in the bucket. A single larger object is a batch of its own. */
  maxBytes: bigint
  maxObjects: number
}

/**
 * Cuts a manifest into batches, in its order. A batch is what a failure costs: large enough that its fixed price (three
 * staging tables on each node) is nothing beside its data, small enough that a retry is cheap.
 */
export function planBatches(objects: readonly LoadObject[], limits: BatchLimits): LoadBatch[] {
  const batches: LoadBatch[] = []
  let open: LoadBatch | null = null
  for (const [index, { sizeBytes }] of objects.entries()) {
    const full =
      open !== null &&
      (open.objects.length >= limits.maxObjects || open.sizeBytes + sizeBytes > limits.maxBytes)
    if (open === null || full) {
      open = { objects: [], sizeBytes: 0n }
      batches.push(open)
    }
    open.objects.push(index)
    open.sizeBytes += sizeBytes
  }
  return batches
}

/**
 * Shares objects out so that each node reads about as many bytes: the largest first, each to the node that has least. The
 * same objects and nodes always give the same shares. Indexes of each share ascend; a node may get none.
 */
export function shareObjects(
  objects: readonly { sizeBytes: bigint }[],
  nodes: readonly string[],
): Map<string, number[]> {
  const shares = nodes.map((node) => ({ node, sizeBytes: 0n, objects: [] as number[] }))
  const largestFirst = [...objects.entries()].toSorted(([i, a], [j, b]) =>
    a.sizeBytes === b.sizeBytes ? i - j : a.sizeBytes < b.sizeBytes ? 1 : -1,
  )
  for (const [index, { sizeBytes }] of largestFirst) {
    const least = shares.reduce((best, share) =>
      share.sizeBytes < best.sizeBytes ||
      (share.sizeBytes === best.sizeBytes && share.objects.length < best.objects.length)
        ? share
        : best,
    )
    least.sizeBytes += sizeBytes
    least.objects.push(index)
  }
  return new Map(shares.map(({ node, objects: own }) => [node, own.toSorted((a, b) => a - b)]))
}

/** One object that a load reads, as it was when the manifest was made. */
export interface LoadObject {
  /** `bucket/key`, as the server's `_path` says it. */
  path: string
  sizeBytes: bigint
  /** Without quotes. Another ETag at the time of reading means another object. */
  etag: string
  modifiedAt: Date
}

/** Objects that one statement reads, and where it is sent. */
export interface StatementPlan<File> {
  nodeName: string
  files: File[]
  /** Through the Distributed table, or straight into the table of the node. */
  through: 'node' | 'cluster' | 'reshard'
  /** What its URL names. All under a prefix: the paths of `files` say which of them are read. */
  url: { kind: 'object'; key: string } | { kind: 'under'; prefix: string }
}

export interface AttemptPlan<File> {
  /** Nodes that get staging tables. */
  nodeNames: string[]
  output: { cluster: string; shardingKey: string } | null
  statements: StatementPlan<File>[]
  /** Bad rows are left out, and recorded by the server. */
  leavesOut: boolean
}

/**
 * Which node reads what, by the strategy: the same plan is shown before a load starts and sent by it. At first no bad row
 * is allowed, so that objects without one are read together. `oneByOne`: a statement for each object, on one node. That is
 * what a rule for bad rows needs, and what tells an object that breaks its statement without being named.
 */
export function planAttempt<File extends { key: string; sizeBytes: bigint }>(
  { strategy, landing, badRows }: Pick<LoadSpec, 'strategy' | 'landing' | 'badRows'>,
  files: readonly File[],
  oneByOne: boolean,
): AttemptPlan<File> {
  const leavesOut = oneByOne && badRows.kind !== 'fail'
  switch (strategy.kind) {
    case 'single-node':
      return {
        nodeNames: [strategy.node],
        output: null,
        statements: cut(strategy.node, files, 'node'),
        leavesOut,
      }
    case 'split':
      return shareOut(strategy.nodes)
    case 'cluster':
      if (oneByOne) return shareOut(landing.nodes)
      return throughTable(strategy.initiator, { cluster: strategy.cluster, shardingKey: 'rand()' }, 'cluster')
    case 'reshard':
      return throughTable(strategy.initiator, strategy, 'reshard')
  }

  function throughTable(
    initiator: string,
    { cluster, shardingKey }: { cluster: string; shardingKey: string },
    through: StatementPlan<File>['through'],
  ): AttemptPlan<File> {
    return {
      nodeNames: landing.nodes,
      output: { cluster, shardingKey },
      statements: cut(initiator, files, through),
      leavesOut,
    }
  }

  function shareOut(nodes: readonly string[]): AttemptPlan<File> {
    const shares = [...shareObjects(files, nodes)].filter(([, own]) => own.length > 0)
    return {
      nodeNames: shares.map(([node]) => node),
      output: null,
      statements: shares.flatMap(([node, own]) =>
        cut(
          node,
          own.flatMap((index) => files[index] ?? []),
          'node',
        ),
      ),
      leavesOut,
    }
  }

  function cut(
    nodeName: string,
    own: readonly File[],
    through: StatementPlan<File>['through'],
  ): StatementPlan<File>[] {
    const groups = oneByOne ? own.map((file) => [file]) : [[...own]]
    return groups.map((group) => ({ nodeName, files: group, through, url: chooseUrl(group) }))
  }
}

/** One object is named itself where that can be done: the listing of a pattern may be long. */
function chooseUrl(files: readonly { key: string }[]): StatementPlan<never>['url'] {
  const [first, ...others] = files
  if (first && others.length === 0 && writeObjectPath(first.key).kind === 'exact')
    return { kind: 'object', key: first.key }
  return { kind: 'under', prefix: commonSafePrefix(files.map(({ key }) => key)) }
}

/**
 * What all keys begin with, as far as it can stand before a `**` in the URL of s3() and mean itself: up to the first
 * character that the engine may take for a pattern or for a part of its regular expression (see writeObjectPath).
 */
export function commonSafePrefix(keys: readonly string[]): string {
  const [first = '', ...others] = keys
  let length = /^[\w./-]*/.exec(first)?.[0].length ?? 0
  for (const key of others) {
    let same = 0
    while (same < length && key[same] === first[same]) same++
    length = same
  }
  return first.slice(0, length)
}
