import type { Tone } from '@frostline/ui'
import type { ProposalSummary } from './hooks/use-proposals.ts'

interface Words {
  tone: Tone
  text: string
}

export const engineWords: Record<ProposalSummary['engine'], Words> = {
  waiting: { tone: 'accent', text: 'engine check running' },
  accepted: { tone: 'ok', text: 'accepted by ClickHouse' },
  refused: { tone: 'danger', text: 'rejected by ClickHouse' },
  unchecked: { tone: 'unknown', text: 'not engine-checked' },
}

export const reviewWords: Record<'approved' | 'rejected' | 'none', Words> = {
  approved: { tone: 'ok', text: 'approved' },
  rejected: { tone: 'danger', text: 'rejected' },
  none: { tone: 'neutral', text: 'not reviewed' },
}
