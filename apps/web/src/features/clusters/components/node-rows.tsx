'use client'
import { Button, IconButton, Input, joinClasses } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Faults } from '@/form/use-form.ts'
import { type NodeDraft, newNode, nextNode, splitAddresses } from '../cluster-draft.ts'

interface NodeRowsProps {
  nodes: readonly NodeDraft[]
  /** By number of the row. */
  faults: Faults
  onChange: (nodes: readonly NodeDraft[]) => void
}

/** A row per replica. A pasted list of addresses becomes rows, one shard each. */
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
        // Two rows with the same guess are doubtful because of each other.
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
            fault={faults[index]}
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

interface NodeRowProps {
  node: NodeDraft
  /** As shown, from 1. */
  number: number
  fault: string | undefined
  autoFocus: boolean
  onChange: (patch: Partial<NodeDraft>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  /** Undefined for the only row left. */
  onRemove: (() => void) | undefined
}

/** Labels are above the first row on wide screens, above every control on narrow ones. */
function NodeRow(props: NodeRowProps) {
  const { node, number, fault, autoFocus, onChange, onPaste, onRemove } = props
  const id = useId()
  const noteId = `${id}-note`
  const note = fault ?? node.doubt
  const described = note ? { 'aria-describedby': noteId } : {}
  const label = (key: string, text: string) => (
    <label
      htmlFor={`${id}-${key}`}
      className={joinClasses('font-medium text-xs', number > 1 && 'sm:sr-only')}
    >
      {text}
      <span className="sr-only"> of node {number}</span>
    </label>
  )
  return (
    <li className="flex flex-col gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_8rem_2rem]">
        <Cell className="col-span-2 sm:col-span-1">
          {label('url', 'Address')}
          <Input
            id={`${id}-url`}
            mono
            value={node.url}
            onValueChange={(url) => onChange({ url, doubt: null })}
            onPaste={onPaste}
            autoFocus={autoFocus}
            placeholder="https://host:8443"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            aria-invalid={fault ? true : undefined}
            {...described}
          />
        </Cell>
        <IconButton
          label={`Remove node ${number}`}
          icon={<Trash2 />}
          disabled={!onRemove}
          onClick={() => onRemove?.()}
          className="sm:order-last"
        />
        <Cell>
          {label('shard', 'Shard')}
          <Input
            id={`${id}-shard`}
            value={node.shard}
            onValueChange={(shard) => onChange({ shard })}
            inputMode="numeric"
            className="text-right"
          />
        </Cell>
        <Cell>
          {label('replica', 'Replica')}
          <Input
            id={`${id}-replica`}
            value={node.replica}
            onValueChange={(replica) => onChange({ replica })}
            inputMode="numeric"
            className="text-right"
          />
        </Cell>
        <Cell className="col-span-2 sm:col-span-1">
          {label('name', 'Name')}
          <Input
            id={`${id}-name`}
            value={node.name}
            onValueChange={(name) => onChange({ name })}
            placeholder="host:port"
            autoComplete="off"
            maxLength={100}
          />
        </Cell>
      </div>
      {note ? (
        <p id={noteId} className={joinClasses('text-xs', fault ? 'text-danger-ink' : 'text-warn-ink')}>
          {note}
        </p>
      ) : null}
    </li>
  )
}

function Cell({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={joinClasses('flex min-w-0 flex-col gap-1.5', className)}>{children}</div>
}
