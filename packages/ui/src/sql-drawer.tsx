'use client'
import { Braces } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Drawer } from './drawer.tsx'
import { formatCountOf } from './format/format-count.ts'
import { IconButton } from './icon-button.tsx'
import type { SqlStatement } from './sql-statement.ts'

const SqlStatementList = lazy(async () => ({
  default: (await import('./sql-statement-list.tsx')).SqlStatementList,
}))

export interface SqlButtonProps {
  /** Name of the panel. */
  title: string
  statements: readonly SqlStatement[]
}

/** The button of a panel that opens the SQL behind it. */
export function SqlButton({ title, statements }: SqlButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="sm"
        label={`SQL behind ${title}`}
        icon={<Braces />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={open}
        onOpenChange={setOpen}
        title={`SQL behind ${title}`}
        description={`${formatCountOf(statements.length, 'statement')}, ready to paste into a client. They were sent with bound parameters. Reads of a node at the same time are sent as one statement, and the time shown is that of the whole statement.`}
      >
        <Suspense fallback={null}>
          <SqlStatementList statements={statements} />
        </Suspense>
      </Drawer>
    </>
  )
}
