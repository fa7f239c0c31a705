'use client'
import { Button, CodeBlock, Drawer, formatCountOf } from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Braces, ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '@/navigation/save-file.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { pageStatements, renderScript, type ShownStatement } from './page-statements.ts'

/** For the query of StatementsDrawer: it plans again, so it is fetched once when the drawer is opened. */
export const askOnce = { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

interface StatementsDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Label of the button that opens it. */
  label: string
  description: string
  fileName: string
  disabled?: boolean
  query: Pick<
    UseQueryResult<{ statements: ShownStatement[] }, unknown>,
    'data' | 'dataUpdatedAt' | 'error' | 'refetch' | 'isFetching'
  >
}

/** All statements of a draft: in pages, so that the browser stays fast, and as a complete file. */
export function StatementsDrawer({
  open,
  onOpenChange,
  label,
  description,
  fileName,
  disabled = false,
  query,
}: StatementsDrawerProps) {
  return (
    <>
      <Button icon={<Braces aria-hidden />} disabled={disabled} onClick={() => onOpenChange(true)}>
        {label}
      </Button>
      <Drawer
        open={open}
        onOpenChange={onOpenChange}
        title="Statements"
        description={description}
        className="max-w-4xl"
      >
        {query.data ? (
          <StatementPages statements={query.data.statements} fileName={fileName} />
        ) : (
          <WithoutData query={query} task="list the statements" />
        )}
      </Drawer>
    </>
  )
}

export function StatementPages({
  statements,
  fileName,
}: {
  statements: readonly ShownStatement[]
  fileName: string
}) {
  const [page, setPage] = useState(0)
  const starts = pageStatements(statements)
  const from = starts[page] ?? 0
  const to = starts[page + 1] ?? statements.length
  const total = formatCountOf(statements.length, 'statement')
  return (
    <div className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-ink-2 text-sm">
          {starts.length > 1
            ? `${(from + 1).toLocaleString('en-US')} to ${to.toLocaleString('en-US')} of ${total}`
            : total}
        </p>
        <span className="flex flex-wrap gap-2">
          {starts.length > 1 ? (
            <>
              <Button
                size="sm"
                icon={<ChevronLeft aria-hidden />}
                disabled={page === 0}
                onClick={() => setPage(page - 1)}
              >
                Previous
              </Button>
              <Button
                size="sm"
                icon={<ChevronRight aria-hidden />}
                disabled={page === starts.length - 1}
                onClick={() => setPage(page + 1)}
              >
                Next
              </Button>
            </>
          ) : null}
          <Button
            size="sm"
            icon={<Download aria-hidden />}
            disabled={statements.length === 0}
            onClick={() => saveFile(fileName, `${renderScript(statements)}\n`, 'application/sql')}
          >
            Download all
          </Button>
        </span>
      </div>
      {statements.length > 0 ? (
        <CodeBlock code={renderScript(statements.slice(from, to))} label="All statements" wrap />
      ) : null}
    </div>
  )
}
