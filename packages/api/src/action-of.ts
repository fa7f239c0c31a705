/** Routers whose noun in the audit is not their own name in the singular. */
const nouns: Readonly<Record<string, string>> = {
  loads: 'load-job',
  tierBatches: 'tier-batch',
  archiveExpiries: 'archive-expiry',
}

/** Procedures whose action has another name in the audit. */
const actions: Readonly<Record<string, string>> = {
  'alerts.updateRule': 'alert-rule.update',
  'alerts.createCustomRule': 'custom-rule.create',
  'alerts.updateCustomRule': 'custom-rule.update',
  'alerts.removeCustomRule': 'custom-rule.remove',
  'alerts.silence': 'alert-silence.create',
  'alerts.endSilence': 'alert-silence.end',
  'alerts.createChannel': 'alert-channel.create',
  'alerts.updateChannel': 'alert-channel.update',
  'alerts.testChannel': 'alert-channel.test',
  'alerts.removeChannel': 'alert-channel.remove',
  'alerts.createRoute': 'alert-route.create',
  'alerts.updateRoute': 'alert-route.update',
  'alerts.updateDefaultRoute': 'alert-route.update-default',
  'alerts.moveRoute': 'alert-route.move',
  'alerts.removeRoute': 'alert-route.remove',
  'alerts.createMaintenance': 'maintenance.create',
  'alerts.updateMaintenance': 'maintenance.update',
  'alerts.endMaintenance': 'maintenance.end',
  'audit.createDestination': 'audit-destination.create',
  'audit.updateDestination': 'audit-destination.update',
  'audit.testDestination': 'audit-destination.test',
  'audit.pauseDestination': 'audit-destination.pause',
  'audit.resumeDestination': 'audit-destination.resume',
  'audit.removeDestination': 'audit-destination.remove',
  'benchmarks.startTiers': 'benchmark.start',
  'benchmarks.startConformance': 'benchmark.start',
  'benchmarks.startDisk': 'benchmark.start',
  'benchmarks.startReplay': 'benchmark.start',
  'caches.drop': 'filesystem-cache.drop',
  'clusters.test': 'cluster.test-connection',
  'costs.setPriceBook': 'price-book.set',
  'fleet.saveView': 'fleet-view.save',
  'fleet.changeView': 'fleet-view.change',
  'fleet.deleteView': 'fleet-view.delete',
  'live.killQuery': 'query.kill',
  'live.killMutation': 'mutation.kill',
  'loadPipelines.run': 'load-pipeline.run-now',
  'loads.createTable': 'load-table.create',
  'loads.trial': 'load-trial.run',
  'moveExplain.startMoves': 'table.start-moves',
  'replication.startRepair': 'replica-repair.start',
  'replication.cancelRepair': 'replica-repair.cancel',
  'replication.retryRepair': 'replica-repair.retry',
  'sources.test': 'source.test-connection',
  'sources.setRules': 'source-rules.set',
  'storageProposals.recheck': 'storage-proposal.check',
  'storageRollouts.finish': 'storage-rollout.retry',
  'tablePolicy.change': 'table.change-policy',
  'tableTtls.set': 'table.set-ttl',
  'tierMigrations.checkDeeply': 'tier-migration.check',
  'tierMigrations.setLimits': 'tier-migration.limit',
  'tierMigrations.putFirst': 'tier-migration.reorder',
}

/** The audit action of a procedure: a denied attempt is recorded under the same action as an allowed one. */
export function actionOf(path: string): string {
  const [router = '', verb = ''] = path.split('.')
  return actions[path] ?? `${nouns[router] ?? kebab(router).replace(/s$/, '')}.${kebab(verb)}`
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
