import { currentProviderFlow } from './provider-flow.ts'

/** The library asks this before it creates, links or signs in a person whom a provider vouches for. */
export function refuseByGroups(): { error: string; errorDescription: string } | undefined {
  const decision = currentProviderFlow()?.decision
  if (decision?.kind !== 'refused') return undefined
  const error = { 'no-rule': 'no_rule', 'groups-absent': 'groups_absent', 'groups-overage': 'groups_overage' }
  return { error: error[decision.reason], errorDescription: 'No role rule applies.' }
}
