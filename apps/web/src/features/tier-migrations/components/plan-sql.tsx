'use client'
import { Button, CodeBlock, Drawer, ErrorState, SkeletonRows } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { askAnew } from '@/trpc/answer-age.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

/** What is left of a plan as a script, for a second person to read or for running it by hand. */
export function PlanSql({ id }: { id: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const script = useQuery({ ...trpc.tierMigrations.sql.queryOptions({ id }), enabled: open, staleTime: 0 })
  return (
    <>
      <Button variant="ghost" icon={<Braces aria-hidden />} onClick={() => setOpen(true)}>
        Show as SQL
      </Button>
      <Drawer
        open={open}
        onOpenChange={setOpen}
        title="Remaining statements"
        description="A move applies to one replica. Run each section on its node."
      >
        {script.data ? (
          <CodeBlock code={script.data.sql} label="Script of the plan" wrap />
        ) : script.error ? (
          <ErrorState error={reportError(script.error, 'write the script')} onRetry={() => askAnew(script)} />
        ) : (
          <SkeletonRows />
        )}
      </Drawer>
    </>
  )
}
