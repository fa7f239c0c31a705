'use client'
import { printTtl, type TtlRule } from '@frostline/domain'
import { Button, Panel, Tabs, TextField } from '@frostline/ui'
import { Plus, Undo2 } from 'lucide-react'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { newRule, replaceRule } from '../draft/edit-rules.ts'
import type { TableTtlQuery } from '../hooks/use-table-ttl.ts'
import type { TtlDraft } from '../hooks/use-ttl-draft.ts'
import type { TableTtl } from '../table-ttl.ts'
import { RuleRow } from './rule-row.tsx'

interface Props {
  query: TableTtlQuery
  draft: TtlDraft
}

/** The TTL draft: as rows, or as text. */
export function RulesPanel({ query, draft }: Props) {
  const ttl = query.data?.data
  return (
    <Panel
      title="1. Rules"
      description="Nothing is sent to the cluster until you apply the TTL. The draft is saved in the URL."
      flush
      minHeightPx={200}
      {...panelFromQuery(query, { task: 'read the TTL' })}
      actions={
        draft.changed ? (
          <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} onClick={draft.discard}>
            Discard changes
          </Button>
        ) : null
      }
    >
      {ttl ? (
        <Tabs
          label="How to write the rules"
          className="px-4 pt-2"
          value={draft.edit}
          onValueChange={draft.setEdit}
          items={[
            { value: 'rows', label: 'Rows', panel: <Rows ttl={ttl} draft={draft} /> },
            { value: 'raw', label: 'Raw', panel: <Raw draft={draft} /> },
          ]}
        />
      ) : null}
    </Panel>
  )
}

function Rows({ ttl, draft }: { ttl: TableTtl['data']; draft: TtlDraft }) {
  if (draft.parsed.kind === 'refused')
    return (
      <p className="py-4 text-danger-ink text-sm">
        The text is not a valid list of rules: {draft.parsed.fault.message} Fix it under Raw.
      </p>
    )
  const { rules } = draft.parsed
  const change = (next: readonly TtlRule[]) => draft.setText(printTtl(next))
  return (
    <div className="-mx-4 flex flex-col">
      {rules.length === 0 ? (
        <p className="px-4 py-4 text-ink-2 text-sm">No rules. Parts do not move and rows never expire.</p>
      ) : (
        <ol aria-label="Rules">
          {rules.map((rule, index) => (
            <RuleRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list and has no other identity
              key={`${rules.length} ${index}`}
              index={index}
              rule={rule}
              columns={ttl.columns}
              targets={ttl.targets}
              onChange={(next) => change(replaceRule(rules, index, next))}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={ttl.columns.length === 0}
          onClick={() => change([...rules, newRule(ttl.columns, ttl.targets)])}
        >
          Add rule
        </Button>
        {ttl.columns.length === 0 ? (
          <span className="text-ink-3 text-xs">
            The table has no date or time column. Write an expression under Raw.
          </span>
        ) : null}
      </div>
    </div>
  )
}

function Raw({ draft }: { draft: TtlDraft }) {
  const { parsed, text } = draft
  return (
    <div className="py-4">
      <TextField
        mono
        rows={6}
        label="TTL"
        hint="The text after TTL, with rules separated by commas. Leave empty to remove the TTL."
        error={
          parsed.kind === 'refused'
            ? `${describePlace(text, parsed.fault.position)}: ${parsed.fault.message}`
            : undefined
        }
        value={text}
        onValueChange={draft.setText}
      />
    </div>
  )
}

function describePlace(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n')
  return `Line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}`
}
