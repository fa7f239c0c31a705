'use client'
import { answerGenerationPlan } from '@frostline/domain'
import {
  Button,
  Bytes,
  CodeBlock,
  ConfirmDialog,
  Count,
  formatBytes,
  formatCountOf,
  Panel,
  Stat,
  StatRow,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { PreviewTable } from '@/features/sources/components/preview-table.tsx'
import { askOnce, StatementsDrawer } from '@/features/statements/statements-drawer.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { GenerationInput, GenerationPreview } from '../generation.ts'
import { useGenerationActions } from '../hooks/use-generation-actions.ts'

interface PreviewPanelProps {
  cluster: string
  input: GenerationInput
  /** The form has changed since. */
  outdated: boolean
}

/** What would be written, as the nodes generate it now. */
export function PreviewPanel({ cluster, input, outdated }: PreviewPanelProps) {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.dataGenerations.preview.queryOptions(input),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const preview = query.data
  return (
    <Panel
      title="Preview"
      description={
        preview ? `First rows, generated on ${preview.sample.node}. Nothing was written.` : undefined
      }
      flush
      minHeightPx={240}
      {...panelFromQuery(query, { task: 'preview the test data' })}
      sql={preview?.sample.queries.map((each) => ({ ...each, node: preview.sample.node }))}
      footer={
        preview ? (
          <StartBar
            cluster={cluster}
            input={input}
            preview={preview}
            outdated={outdated || query.isFetching}
          />
        ) : undefined
      }
    >
      {preview ? (
        <>
          <div className="flex flex-col gap-4 p-4">
            <AnswerFirst
              inset
              answer={answerGenerationPlan({
                files: preview.files,
                rows: input.spec.rows,
                atMost: input.spec.content.kind === 'query',
                sizeBytes: preview.estimate?.sizeBytes ?? null,
                writers: input.spec.content.kind === 'query' ? 1 : preview.writers.length,
                obstacle: preview.obstacle !== null,
              })}
            />
            <PreviewFigures input={input} preview={preview} />
            <section className="flex min-w-0 flex-col gap-1.5">
              <h3 className="text-sm">
                {preview.statements === 1
                  ? 'The statement'
                  : `The first of ${formatCountOf(preview.statements, 'statement')}`}
                , with the keys hidden
              </h3>
              {preview.statements > 1 ? <AllStatements input={input} total={preview.statements} /> : null}
              <CodeBlock code={preview.statement.sql} label="Statement" wrap className="max-h-80" />
            </section>
          </div>
          <div className="border-t">
            <PreviewTable columns={preview.sample.columns} rows={preview.sample.rows} />
          </div>
        </>
      ) : null}
    </Panel>
  )
}

function AllStatements({ input, total }: { input: GenerationInput; total: number }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const query = useQuery({
    ...trpc.dataGenerations.previewSql.queryOptions(input),
    ...askOnce,
    enabled: open,
  })
  return (
    <StatementsDrawer
      {...{ open, query }}
      onOpenChange={setOpen}
      label={`Show all ${formatCountOf(total, 'statement')}`}
      description="The next free node sends the next statement. Source keys are hidden."
      fileName="generate.sql"
    />
  )
}

function PreviewFigures({ input, preview }: { input: GenerationInput; preview: GenerationPreview }) {
  const { estimate } = preview
  const most = input.spec.content.kind === 'query' ? 'at most' : undefined
  return (
    <StatRow>
      <Stat
        label="Rows"
        value={<Count value={input.spec.rows} short />}
        note={`${most ? `${most} ` : ''}${formatCountOf(input.spec.rows, 'row')}`}
      />
      <Stat
        label="Files"
        value={<Count value={preview.files} />}
        note={most ?? `of ${formatCountOf(input.spec.rowsPerFile, 'row')}`}
      />
      <Stat
        label="Size"
        value={estimate ? <Bytes value={estimate.sizeBytes} /> : '—'}
        note={
          estimate
            ? `${estimate.packed ? 'estimated' : 'uncompressed'}, from ${formatCountOf(estimate.sampledRows, 'row')}`
            : 'known after the first files'
        }
      />
      <Stat
        label="Nodes that write"
        value={<Count value={input.spec.content.kind === 'query' ? 1 : preview.writers.length} />}
        note={formatCountOf(preview.statements, 'statement')}
      />
    </StatRow>
  )
}

interface StartBarProps {
  cluster: string
  input: GenerationInput
  preview: GenerationPreview
  outdated: boolean
}

function StartBar({ cluster, input, preview, outdated }: StartBarProps) {
  const router = useRouter()
  const { start } = useGenerationActions()
  const { spec } = input
  const folder = `${spec.source.bucket}/${spec.prefix}`
  const size = preview.estimate
    ? `, ${preview.estimate.packed ? 'about' : 'packed from'} ${formatBytes(preview.estimate.sizeBytes)}`
    : ''
  const what = `${spec.content.kind === 'query' ? 'At most ' : ''}${formatCountOf(preview.files, 'file')} with ${formatCountOf(spec.rows, 'row')}${size}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span role="status" className={preview.obstacle ? 'break-words text-danger-ink' : undefined}>
        {preview.obstacle ?? (outdated ? 'The form has changed. Preview it again.' : 'The folder is empty.')}
      </span>
      <ConfirmDialog
        title={`Write test data to ${folder}?`}
        description={`Writes ${what} to the bucket. They use space and may cost money until you delete them. You can cancel. Complete files are kept.`}
        confirmLabel="Generate"
        cancelLabel="Cancel"
        onConfirm={async () => {
          const { id } = await start.mutateAsync(input)
          router.push(routes.generation(cluster, id))
        }}
        trigger={
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            disabled={outdated || preview.obstacle !== null}
            busy={start.isPending}
          >
            Generate
          </Button>
        }
      >
        <ExpectedApproval cluster={cluster} kind="data-generation" />
      </ConfirmDialog>
    </div>
  )
}
