'use client'
import { Checkbox, CodeBlock } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'

interface StoppedMovesChoiceProps {
  /** Id or slug. */
  cluster: string
  leave: boolean
  onLeaveChange: (leave: boolean) => void
}

/** The option for a node that never comes back and is owed START MOVES. Nothing if all moves run. */
export function StoppedMovesChoice({ cluster, leave, onLeaveChange }: StoppedMovesChoiceProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.clusters.stoppedMoves.queryOptions({ cluster }))
  const { data } = query
  if (query.error && !data) return <WithoutData query={query} task="read where moves are stopped" />
  if (!data?.stoppedMoves.length) return null
  const lines = data.stoppedMoves.map(({ node, statement }) => `-- on ${node}\n${statement};`)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm">
        Frostline stopped moves for a run and could not start them again, because these nodes do not respond:
      </p>
      <CodeBlock code={lines.join('\n')} label="Statements that start the moves again" wrap />
      <Checkbox checked={leave} onCheckedChange={onLeaveChange}>
        These nodes are gone. Leave their moves stopped
      </Checkbox>
      <p className="pl-6 text-ink-3 text-xs">
        If a node comes back without a restart, run its statement. A restart also starts its moves.
      </p>
    </div>
  )
}
