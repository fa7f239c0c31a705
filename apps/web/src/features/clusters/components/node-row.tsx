'use client'
import { IconButton, Input, joinClasses } from '@frostline/ui'
import { Trash2 } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useId } from 'react'
import type { NodeDraft } from '../draft/cluster-draft.ts'

interface NodeRowProps {
  node: NodeDraft
  /** As shown, from 1. */
  number: number
  fault: string | undefined
  autoFocus: boolean
  onChange: (patch: Partial<NodeDraft>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  /** Undefined for the last one left. */
  onRemove: (() => void) | undefined
}

/** Labels stand above the first row on wide screens, above every control on narrow ones. */
export function NodeRow(props: NodeRowProps) {
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
