import {
  Badge,
  Bytes,
  Count,
  formatBytes,
  formatCountOf,
  KeyValueList,
  Panel,
  type PanelProps,
  ProgressBar,
  shareOf,
  TierBar,
} from '@frostline/ui'
import type { NodeDetail, NodeFigures, NodeMore } from '../hooks/use-nodes.ts'
import { HitRatio } from './node-overview-tile.tsx'

type Props = Omit<PanelProps, 'title' | 'children'> & { node: NodeDetail | undefined }

/** Cache content, hit ratio, and traffic with the object store. */
export function CachePanel({ node, ...panel }: Props) {
  const figures = node?.figures
  return (
    <Panel title="Cache and object store" minHeightPx={320} {...panel}>
      {figures ? (
        <div className="flex flex-col gap-5">
          <Caches caches={node.more?.caches ?? null} />
          <Reads cache={figures.cache} />
          <Store store={figures.store} />
        </div>
      ) : null}
    </Panel>
  )
}

function Caches({ caches }: { caches: NodeMore['caches'] }) {
  if (caches === null)
    return (
      <p className="text-ink-2 text-sm">
        The console’s user is not allowed to list the caches of this node. Only the total is known.
      </p>
    )
  if (caches.length === 0) return <p className="text-ink-2 text-sm">This node has no filesystem cache.</p>
  return (
    <ul aria-label="Caches" className="flex flex-col gap-3">
      {caches.map((cache) => (
        <li key={cache.name} className="rounded-md border p-3">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium font-mono text-sm">{cache.name}</span>
            <Badge tone="cache">{cache.policy}</Badge>
            <Badge>{cache.fillsOnWrite ? 'filled by reads and writes' : 'filled by reads only'}</Badge>
          </p>
          <ProgressBar
            className="my-2 [--color-accent:var(--color-cache)]"
            label={`Cache ${cache.name} filled`}
            share={shareOf(cache.currentBytes, cache.maxBytes)}
            showPercent
          />
          <p className="text-ink-2 text-xs">
            <Bytes value={cache.currentBytes} className="font-medium" /> of {formatBytes(cache.maxBytes)},{' '}
            <Count value={cache.currentSegments} /> of {formatCountOf(cache.maxSegments, 'segment')}, each up
            to {formatBytes(cache.maxSegmentBytes)}
          </p>
          <p className="mt-1 truncate font-mono text-2xs text-ink-3" title={cache.path}>
            {cache.path}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Reads({ cache }: { cache: NodeFigures['cache'] }) {
  return (
    <section aria-label="Reads through the cache">
      <h3 className="mb-2 flex items-baseline justify-between gap-2 font-medium text-sm">
        Read since the server started
        <span className="font-normal text-ink-2 text-xs">
          hit ratio <HitRatio ratio={cache.hitRatio} />
        </span>
      </h3>
      <TierBar
        label="Bytes read since the server started"
        legend="inline"
        amounts={[
          { tier: 'cache', sizeBytes: cache.readFromCacheBytes, label: 'From the cache' },
          { tier: 'cold', sizeBytes: cache.readFromSourceBytes, label: 'From object storage' },
        ]}
      />
      <p className="mt-1.5 text-ink-3 text-xs">
        <Bytes value={cache.evictedBytes} /> evicted
      </p>
    </section>
  )
}

function Store({ store }: { store: NodeFigures['store'] }) {
  return (
    <section aria-label="Object store">
      <h3 className="mb-1 font-medium text-sm">Object store since the server started</h3>
      <KeyValueList
        items={[
          { key: 'Read', value: <Traffic bytes={store.readBytes} requests={store.readRequests} /> },
          {
            key: 'Written',
            value: <Traffic bytes={store.writtenBytes} requests={store.writeRequests} />,
            ...(store.writtenBytes === null
              ? { note: 'The server does not count the bytes that it writes to Azure.' }
              : {}),
          },
          {
            key: 'Errors',
            value: (
              <>
                <Count value={store.readErrors} /> reading, <Count value={store.writeErrors} /> writing
              </>
            ),
            note: 'Includes errors that the server recovered from by retrying.',
          },
        ]}
      />
    </section>
  )
}

function Traffic({ bytes, requests }: { bytes: bigint | null; requests: bigint }) {
  if (bytes === null) return formatCountOf(requests, 'request')
  return (
    <>
      <Bytes value={bytes} /> in {formatCountOf(requests, 'request')}
    </>
  )
}
