import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type Explanation = RouterOutputs['moveExplain']['get']['data']
export type ReasonSum = Explanation['reasons'][number]
export type Reason = ReasonSum['reason']
export type Finding = Explanation['findings'][number]
export type Fix = Finding['fixes'][number]
export type ExplainedPart = RouterOutputs['moveExplain']['parts']['data']['parts'][number]

export const stateTones: Record<Finding['state'], Tone> = {
  blocked: 'danger',
  working: 'accent',
  settled: 'ok',
}

export const stateWords: Record<Finding['state'], string> = {
  blocked: 'does not move automatically',
  working: 'moves automatically',
  settled: 'no action needed',
}

export function findingKey({ node, reason, partitionId }: Finding): string {
  return [node, reason, partitionId].map(encodeURIComponent).join('/')
}

export function destinationText({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${name}`
}
