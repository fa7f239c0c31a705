'use client'
import { Button } from '@frostline/ui'
import { useState } from 'react'
import type { ClusterNode } from '../cluster.ts'
import { groupByShard } from '../group-by-shard.ts'

const shownShards = 6

/** Each shard with its replicas. A large cluster shows its first shards until all are asked for. */
export function ClusterTopology({ nodes }: { nodes: readonly ClusterNode[] }) {
  const [all, setAll] = useState(false)
  const shards = groupByShard(nodes)
  const shown = all ? shards : shards.slice(0, shownShards)
  return (
    <div className="flex flex-col items-start gap-2">
      <ul
        aria-label="Nodes by shard"
        className="grid w-full gap-2 [grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr))]"
      >
        {shown.map(({ shard, nodes: replicas }) => (
          <li key={shard} className="min-w-0 rounded-md border bg-sunken px-2.5 py-1.5">
            <p className="text-2xs text-ink-3">Shard {shard}</p>
            <ul aria-label={`Replicas of shard ${shard}`}>
              {replicas.map((node) => (
                <li key={node.name} className="flex min-w-0 items-baseline gap-2 text-xs">
                  <span className="shrink-0 text-ink-3" title={`Replica ${node.replica}`}>
                    {node.replica}
                  </span>
                  <span className="min-w-0 truncate" title={`${node.name} at ${node.url}`}>
                    {node.name} <span className="font-mono text-2xs text-ink-3">{node.url}</span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shards.length > shownShards ? (
        <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${shards.length} shards`}
        </Button>
      ) : null}
    </div>
  )
}
