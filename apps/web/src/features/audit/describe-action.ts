/** The actions of the product in words, by the noun before the dot. An action that is not listed shows as it is. */
const words: Record<string, string> = {
  'cluster.register': 'registered the cluster',
  'cluster.update': 'changed the cluster',
  'cluster.remove': 'removed the cluster',
  'cluster.test-connection': 'tested a connection',
  'cluster.discover-nodes': 'looked for nodes',
  'storage-proposal.create': 'proposed storage:',
  'storage-proposal.review': 'reviewed the storage proposal',
  'storage-proposal.check': 'had the engine check the storage proposal',
  'storage-proposal.reload': 'had nodes read the storage proposal',
  'storage-proposal.remove': 'removed the storage proposal',
  'table.change-policy': 'changed the storage policy of',
  'tier-migration.plan': 'planned a tier migration of',
  'tier-migration.start': 'started the tier migration of',
  'tier-migration.finish': 'ended the tier migration of',
  'tier-migration.pause': 'paused the tier migration of',
  'tier-migration.resume': 'resumed the tier migration of',
  'tier-migration.limit': 'changed the pace of the tier migration of',
  'tier-migration.reorder': 'changed the order of the tier migration of',
  'tier-migration.skip': 'skipped steps of the tier migration of',
  'tier-migration.restore': 'took skipped steps into the tier migration of',
  'tier-migration.review': 'reviewed the tier migration of',
  'tier-migration.cancel': 'cancelled the tier migration of',
  'tier-migration.retry': 'retried the tier migration of',
  'table.set-ttl': 'set the TTL of',
  'table.start-moves': 'started the moves of',
  'tier-schedule.create': 'created the schedule',
  'tier-schedule.update': 'changed the schedule',
  'tier-schedule.enable': 'enabled the schedule',
  'tier-schedule.disable': 'disabled the schedule',
  'tier-schedule.take-over': 'took over the schedule',
  'tier-schedule.remove': 'deleted the schedule',
  'tier-schedule.run': 'began a run of the schedule',
  'tier-schedule.finish': 'ended a run of the schedule',
  'tier-schedule.stop': 'stopped the schedule',
  'alert.acknowledge': 'acknowledged the alert',
  'alert-rule.update': 'changed the alert rule',
  'alert-silence.create': 'silenced alerts of',
  'alert-silence.end': 'ended the silence',
  'alert-channel.create': 'added the alert channel',
  'alert-channel.remove': 'removed the alert channel',
  'alert-channel.test': 'tested the alert channel',
  'user.create': 'created the user',
  'user.set-role': 'changed the role of',
  'user.disable': 'disabled the user',
  'user.enable': 'enabled the user',
  'user.reset-password': 'set a new password for',
  'user.change-password': 'changed their password',
  'token.create': 'created the token',
  'token.revoke': 'revoked the token',
  'session.sign-in': 'signed in',
  'session.revoke': 'ended a session',
}

export const knownActions: readonly string[] = Object.keys(words)

/** Nouns with their closing dot: the API takes such a beginning for all actions of the noun. */
export const actionGroups: readonly { value: string; label: string }[] = [
  { value: 'tier-migration.', label: 'All about tier migrations' },
  { value: 'storage-proposal.', label: 'All about storage proposals' },
  { value: 'tier-schedule.', label: 'All about schedules' },
  { value: 'table.', label: 'All about tables' },
  { value: 'alert', label: 'All about alerts' },
  { value: 'cluster.', label: 'All about clusters' },
  { value: 'user.', label: 'All about users' },
  { value: 'token.', label: 'All about API tokens' },
  { value: 'session.', label: 'All about sessions' },
]

/** "registered the cluster". */
export function describeAction(action: string): string {
  return words[action] ?? action
}
