'use client'
import {
  diffStorage,
  type NodeStorageFacts,
  renderStorageXml,
  type StorageDraft,
  type StorageFinding,
  sealDraft,
} from '@frostline/domain'
import { Button, CodeBlock, formatCountOf, Panel, type PanelProps, Tabs, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { FindingsList } from './findings-list.tsx'
import { groupDiffs, StorageDiff } from './storage-diff.tsx'

interface Props {
  cluster: string
  initialTitle: string
  basedOn: string | undefined
  draft: StorageDraft
  nodes: readonly NodeStorageFacts[]
  findings: readonly StorageFinding[]
  /** Age, SQL and refresh of what the nodes run. */
  panel: Partial<PanelProps>
}

const tabs = ['findings', 'changes', 'file'] as const

/** Results of the draft while it is edited, and the propose button. */
export function ProposePanel(props: Props) {
  const { cluster, basedOn, draft, nodes, findings, panel } = props
  const trpc = useTRPC()
  const router = useRouter()
  const [title, setTitle] = useState(props.initialTitle)
  const [tab, setTab] = useState<(typeof tabs)[number]>('findings')
  const create = useMutation(
    trpc.storageProposals.create.mutationOptions({
      onError: (error) => showFailure(error, 'store the proposal'),
      onSuccess: ({ id }) => router.push(routes.storageProposal(cluster, id)),
    }),
  )
  const shown = hideSecrets(draft)
  const errors = findings.filter(({ level }) => level === 'error').length
  const groups = groupDiffs(nodes.map((node) => ({ node: node.node, diffs: diffStorage(draft, node) })))
  const [first] = nodes
  const empty = draft.disks.length === 0 && draft.policies.length === 0
  return (
    <Panel title="3. Proposal" {...panel} className="xl:sticky xl:top-18">
      <form
        method="post"
        aria-label="Propose"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ cluster, title, draft, basedOn })
        }}
      >
        <Tabs
          label="Result"
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'findings',
              label: 'Findings',
              count: empty ? undefined : String(findings.length),
              panel: (
                <div className="max-h-112 overflow-y-auto pt-3">
                  {empty ? (
                    <p className="text-ink-2 text-sm">
                      Nothing designed yet. Add a disk or a policy, or import XML.
                    </p>
                  ) : (
                    <FindingsList findings={findings} />
                  )}
                </div>
              ),
            },
            {
              value: 'changes',
              label: 'Changes',
              panel: (
                <div className="flex max-h-112 flex-col gap-4 overflow-y-auto pt-3">
                  {groups.map(({ nodes: names, diffs }) =>
                    diffs ? <StorageDiff key={names.join()} nodes={names} diffs={diffs} /> : null,
                  )}
                </div>
              ),
            },
            {
              value: 'file',
              label: 'File',
              panel: (
                <div className="pt-3">
                  <p className="mb-2 text-ink-3 text-xs">
                    {first ? `Preview for ${first.node}.` : 'With placeholders.'} Secrets are not included.
                  </p>
                  <CodeBlock
                    language="text"
                    label="Configuration file"
                    className="max-h-104"
                    code={renderStorageXml(shown, first ? { place: first } : {})}
                  />
                </div>
              ),
            },
          ]}
        />
        <TextField
          label="Title"
          hint="A short description."
          value={title}
          onValueChange={setTitle}
          maxLength={200}
        />
        <Button
          type="submit"
          variant="primary"
          busy={create.isPending}
          disabled={title.trim() === '' || empty}
        >
          {errors > 0 && !empty ? `Save with ${formatCountOf(errors, 'error')}` : 'Save as proposal'}
        </Button>
        {errors > 0 && !empty ? (
          <p className="text-ink-3 text-xs">
            You can save and discuss it. Do not use it on a node until the errors are fixed.
          </p>
        ) : null}
      </form>
    </Panel>
  )
}

/** For display: a typed secret is shown nowhere but in its own field. */
function hideSecrets(draft: StorageDraft): StorageDraft {
  const kept = new Proxy<Record<string, string>>({}, { get: () => 'kept' })
  return sealDraft(draft, kept, (disk, setting) => {
    throw new Error(`${setting} of ${disk} is unknown.`)
  }).draft
}
