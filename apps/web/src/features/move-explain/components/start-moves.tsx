'use client'
import { Button, CodeBlock, ConfirmDialog, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useTRPC } from '@/trpc/context.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'

/** START MOVES on one node. A viewer gets the statement to hand on. */
export function StartMoves({ at, node, statement }: { at: ClusterTable; node: string; statement: string }) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator')
  const start = useMutation(
    trpc.moveExplain.startMoves.mutationOptions({
      onError: (error) => tellFailure(error, `start the moves on ${node}`),
      onSuccess: () =>
        showToast({ tone: 'success', title: `Started moves of ${at.database}.${at.table} on ${node}` }),
    }),
  )
  return (
    <>
      {operator ? (
        <ConfirmDialog
          title={`Start the moves of ${at.database}.${at.table} on ${node}?`}
          description="Due parts of the table start to move on this node. If moves were not stopped, nothing changes. If you know who stopped them, ask first."
          confirmLabel="Start moves"
          onConfirm={async () => void (await start.mutateAsync({ ...at, node }))}
          trigger={
            <Button size="sm" variant="primary" icon={<Play aria-hidden />}>
              Start moves on {node}
            </Button>
          }
        />
      ) : null}
      <CodeBlock code={statement} label="START MOVES statement" wrap className="w-full" />
    </>
  )
}
