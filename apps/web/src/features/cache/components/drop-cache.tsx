'use client'
import {
  Button,
  Bytes,
  Checkbox,
  CodeBlock,
  ConfirmDialog,
  Count,
  formatBytes,
  formatCountOf,
  formatDuration,
  Select,
  SkeletonRows,
  showToast,
} from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useCaches } from '../hooks/use-caches.ts'

interface DropCacheProps {
  cluster: string
  /** One cache; without it the user selects one of the cluster's. */
  cache?: string
  /** Preselected; without it all nodes are. */
  node?: string
  /** Only the cached data of this table. */
  table?: { database: string; table: string }
  disabled?: boolean
}

/** Drops a cache, or a table from it, on selected nodes, after showing what reading it again will cost. */
export function DropCache({ cluster, cache, node, table, disabled = false }: DropCacheProps) {
  const [open, setOpen] = useState(false)
  const what = table ? `${table.database}.${table.table}` : `the cache ${cache}`
  return (
    <>
      <Button
        size="sm"
        disabled={disabled}
        onClick={() => setOpen(true)}
        aria-label={`Drop ${what}${node === undefined ? '' : ` on ${node}`}${table ? ' from the cache' : ''}`}
      >
        Drop
      </Button>
      {open ? (
        <DropDialog
          {...{ cluster, what, onClose: () => setOpen(false) }}
          {...(cache === undefined ? {} : { cache })}
          {...(node === undefined ? {} : { node })}
          {...(table ? { table } : {})}
        />
      ) : null}
    </>
  )
}

type DropDialogProps = Omit<DropCacheProps, 'disabled'> & { what: string; onClose: () => void }

function DropDialog({ cluster, cache: given, node, table, what, onClose }: DropDialogProps) {
  const caches = useCaches(cluster)
  const names = [
    ...new Set(caches.data?.data.byNode.flatMap(({ seen }) => seen?.caches?.map(({ name }) => name) ?? [])),
  ]
  const [picked, setPicked] = useState<string | null>(null)
  const cache = given ?? picked ?? names[0]
  const preview = useDropPreview(cache === undefined ? null : { cluster, cache, ...table })
  const [unchosen, setUnchosen] = useState<ReadonlySet<string> | null>(null)
  const error = preview.error ?? (cache === undefined ? caches.error : null)
  const nodes = preview.data?.data.nodes ?? []
  const left =
    unchosen ??
    new Set(node === undefined ? [] : nodes.map(({ node: name }) => name).filter((name) => name !== node))
  const chosen = nodes.filter(({ node: name }) => !left.has(name))
  const drop = useDrop()
  const run = async () => {
    if (cache === undefined) return
    try {
      const report = await drop.mutateAsync({
        ...{ cluster, cache, nodes: chosen.map(({ node: name }) => name) },
        ...table,
      })
      tellReport(what, report)
    } catch (error) {
      showFailure(error, `drop ${what}`)
      throw error
    }
  }
  const bytes = chosen.reduce((sum, each) => sum + each.bytes, 0n)
  const toggle = (name: string, checked: boolean) => {
    const next = new Set(left)
    if (checked) next.delete(name)
    else next.add(name)
    setUnchosen(next)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Drop ${what}${table ? ' from the cache' : ''}?`}
      danger
      confirmLabel={preview.data ? `Drop ${formatBytes(bytes)}` : 'Drop'}
      confirmDisabled={!preview.data || chosen.length === 0}
      onConfirm={run}
      description="No data is lost. The next queries that need the dropped data read it from the store again and are slower."
    >
      {given === undefined && names.length > 1 ? (
        <Select
          label="Cache"
          value={cache ?? null}
          onValueChange={setPicked}
          options={names.map((name) => ({ value: name, label: name }))}
        />
      ) : null}
      {error ? (
        <p role="alert" className="text-danger-ink text-sm">
          {reportError(error, 'estimate what would be dropped').object}
        </p>
      ) : caches.data && cache === undefined ? (
        <p className="text-sm">No cache was found on the nodes that responded.</p>
      ) : preview.data ? (
        <Nodes
          nodes={nodes}
          missing={preview.data.data.coverage.missingNodes}
          left={left}
          onToggle={toggle}
        />
      ) : (
        <SkeletonRows label="Estimating what would be dropped" />
      )}
    </ConfirmDialog>
  )
}

interface NodesProps {
  nodes: readonly DropPreviewNode[]
  missing: readonly string[]
  left: ReadonlySet<string>
  onToggle: (node: string, checked: boolean) => void
}

function Nodes({ nodes, missing, left, onToggle }: NodesProps) {
  return (
    <ul aria-label="Nodes" className="flex flex-col gap-2">
      {nodes.map(({ node, bytes, segments, statements, sql, requests, elapsedMs }) => (
        <li key={node} className="rounded-md border px-3 py-2">
          <Checkbox checked={!left.has(node)} onCheckedChange={(checked) => onToggle(node, checked)}>
            <span className="font-mono text-xs">{node}</span>
          </Checkbox>
          <p className="mt-1 pl-6 text-ink-2 text-xs">
            <Bytes value={bytes} /> in {formatCountOf(segments, 'segment')}, by{' '}
            {formatCountOf(statements, 'statement')}. To read it again: about <Count value={requests} /> GETs
            {elapsedMs === null
              ? '. The node has read too little from the store to estimate the time.'
              : ` and ${formatDuration(elapsedMs)} with one stream, at the measured speed of the node.`}
          </p>
          {sql.length === 0 ? null : (
            <CodeBlock
              className="mt-2 max-h-32"
              label={
                statements > BigInt(sql.length)
                  ? `Statements on ${node}, the first ${sql.length}`
                  : `Statements on ${node}`
              }
              code={sql.map((statement) => `${statement};`).join('\n')}
            />
          )}
        </li>
      ))}
      {missing.map((name) => (
        <li key={name} className="rounded-md border px-3 py-2 text-ink-3 text-xs">
          <span aria-hidden className="hatch mr-1.5 inline-block size-2 rounded-xs" />
          <span className="font-mono">{name}</span> did not respond and is skipped.
        </li>
      ))}
    </ul>
  )
}

function tellReport(
  what: string,
  report: {
    coverage: { missingNodes: string[] }
    nodes: { node: string; droppedBytes: bigint; leftBytes: bigint; fault: string | null }[]
  },
): void {
  const dropped = report.nodes.reduce((sum, { droppedBytes }) => sum + droppedBytes, 0n)
  const notes = [
    ...report.nodes.flatMap(({ node, leftBytes, fault }) =>
      fault !== null
        ? [`${node}: ${fault}`]
        : leftBytes > 0n
          ? [`${node}: ${formatBytes(leftBytes)} are in use or were cached again.`]
          : [],
    ),
    ...report.coverage.missingNodes.map((node) => `${node} did not respond.`),
  ]
  const failed = report.coverage.missingNodes.length > 0 || report.nodes.some(({ fault }) => fault !== null)
  showToast({
    tone: failed ? 'error' : 'success',
    title: `${formatBytes(dropped)} of ${what} dropped`,
    description: notes.length > 0 ? notes.join(' ') : undefined,
  })
}

type DropTarget = Omit<RouterInputs['caches']['previewDrop'], 'nodes'>
type DropPreviewNode = RouterOutputs['caches']['previewDrop']['data']['nodes'][number]

/** @param target null: no query. A preview is always fetched fresh, since a decision depends on it. */
function useDropPreview(target: DropTarget | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.caches.previewDrop.queryOptions(target ?? { cluster: '', cache: '' }),
    enabled: target !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

function useDrop() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.caches.drop.mutationOptions({
      onSuccess: (_report, { cluster }) => {
        // Earlier results are outdated; the user requests them again.
        void queryClient.resetQueries({ queryKey: trpc.caches.residency.queryKey({ cluster }) })
        void queryClient.invalidateQueries({ queryKey: trpc.caches.get.queryKey({ cluster }) })
      },
    }),
  )
}
