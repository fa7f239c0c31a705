'use client'
import { Button } from '@frostline/ui'
import { Plus } from 'lucide-react'
import { type ClipboardEvent, useRef, useState } from 'react'
import { type NodeDraft, newNode, nextNode } from '../draft/cluster-draft.ts'
import { splitAddresses } from '../draft/split-addresses.ts'
import { NodeRow } from './node-row.tsx'

interface NodeRowsProps {
  nodes: readonly NodeDraft[]
  /** By key of the row. */
  faults: ReadonlyMap<number, string>
  onChange: (nodes: readonly NodeDraft[]) => void
}

/** A row for each replica. A pasted list of addresses becomes rows, a shard each. */
export function NodeRows({ nodes, faults, onChange }: NodeRowsProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<number | null>(null)
  const add = () => {
    const node = nextNode(nodes)
    setAdded(node.key)
    onChange([...nodes, node])
  }
  const put = (key: number, patch: Partial<NodeDraft>) => {
    const former = nodes.find((node) => node.key === key)
    onChange(
      nodes.map((node) => {
        if (node.key === key) return { ...node, ...patch }
        // Two rows with one guess are doubted for each other's sake.
        return patch.url !== undefined && node.url === former?.url ? { ...node, doubt: null } : node
      }),
    )
  }
  const remove = (key: number) => {
    onChange(nodes.filter((node) => node.key !== key))
    addButton.current?.focus()
  }
  const paste = (key: number, event: ClipboardEvent<HTMLInputElement>) => {
    const addresses = splitAddresses(event.clipboardData.getData('text'))
    if (addresses.length === 0) return
    event.preventDefault()
    const before = nodes.slice(
      0,
      nodes.findIndex((node) => node.key === key),
    )
    const after = nodes.slice(before.length + 1)
    const { shard } = nextNode(before)
    const rows = addresses.map((url, index) => newNode({ url, shard: String(Number(shard) + index) }))
    onChange([...before, ...rows, ...after])
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <ol aria-label="Nodes" className="flex w-full flex-col gap-4 sm:gap-2">
        {nodes.map((node, index) => (
          <NodeRow
            key={node.key}
            node={node}
            number={index + 1}
            fault={faults.get(node.key)}
            autoFocus={node.key === added}
            onChange={(patch) => put(node.key, patch)}
            onPaste={(event) => paste(node.key, event)}
            onRemove={nodes.length > 1 ? () => remove(node.key) : undefined}
          />
        ))}
      </ol>
      <Button ref={addButton} size="sm" icon={<Plus aria-hidden />} onClick={add}>
        Add node
      </Button>
    </div>
  )
}
