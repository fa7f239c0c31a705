'use client'
import { Button, Drawer } from '@frostline/ui'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import type { ShownStatement } from './page-statements.ts'
import { StatementPages } from './statements-drawer.tsx'

interface Sent {
  /** Null: nothing was sent yet. */
  statement: string | null
}

/** What a run has sent so far. */
export function SentStatements<Step extends Sent>({
  steps,
  nodeOf,
  fileName,
}: {
  steps: readonly Step[]
  nodeOf: (step: Step) => string
  fileName: string
}) {
  const [open, setOpen] = useState(false)
  const statements = steps.flatMap((step): ShownStatement[] =>
    step.statement === null ? [] : [{ node: nodeOf(step), sql: step.statement }],
  )
  if (statements.length === 0) return null
  return (
    <>
      <Button icon={<Braces aria-hidden />} onClick={() => setOpen(true)}>
        Show statements
      </Button>
      <Drawer
        open={open}
        onOpenChange={setOpen}
        title="Statements"
        description="As sent, in order. Settings precede each statement."
        className="max-w-4xl"
      >
        <StatementPages statements={statements} fileName={fileName} />
      </Drawer>
    </>
  )
}
