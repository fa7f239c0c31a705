import { writeObjectPath } from '../source/object-path.ts'
import type { LoadSpec } from './load-spec.ts'
import { shareObjects } from './plan-batches.ts'

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
