import { type Look, look } from '../status/look.ts'

interface ScheduleState {
  enabled: boolean
  /** Why Frostline has stopped it. */
  stoppedReason: string | null
  /** Why its owner may not run it. */
  ownerFault: string | null
}

export function stateLook({ enabled, stoppedReason, ownerFault }: ScheduleState): Look {
  if (stoppedReason !== null) return look('danger', 'stopped', stoppedReason)
  if (!enabled) return look('neutral', 'disabled', 'Disabled by a user. No runs start.')
  if (ownerFault !== null) return look('warn', 'stops at its next run', ownerFault)
  return look('ok', 'enabled', 'Enabled.')
}
