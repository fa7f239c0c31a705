import type { StateKind } from '@frostline/domain'
import type { StateAdapter } from '../state-adapter.ts'
import { alertRuleAdapter, customRuleAdapter, maintenanceAdapter } from './alert-rules.ts'
import { approvalRuleAdapter } from './approval-rules.ts'
import { channelAdapter } from './channels.ts'
import { configFilesAdapter, pricesAdapter, settingsAdapter } from './cluster-settings.ts'
import { connectionAdapter } from './connections.ts'
import { customRoleAdapter } from './custom-roles.ts'
import { pipelineAdapter } from './pipelines.ts'
import { defaultRouteAdapter, routesAdapter } from './routes.ts'
import { cacheScheduleAdapter, tierScheduleAdapter } from './schedules.ts'
import { sourceAdapter } from './sources.ts'
import { storageAdapter } from './storage.ts'
import { tableAdapter } from './tables.ts'
import { teamAdapter } from './teams.ts'

export const stateAdapters: Record<StateKind, StateAdapter> = {
  connection: connectionAdapter,
  sources: sourceAdapter,
  channels: channelAdapter,
  alertRules: alertRuleAdapter,
  customRules: customRuleAdapter,
  routes: routesAdapter,
  defaultRoute: defaultRouteAdapter,
  maintenanceWindows: maintenanceAdapter,
  customRoles: customRoleAdapter,
  teams: teamAdapter,
  approvalRules: approvalRuleAdapter,
  settings: settingsAdapter,
  prices: pricesAdapter,
  configFiles: configFilesAdapter,
  storage: storageAdapter,
  tables: tableAdapter,
  tierSchedules: tierScheduleAdapter,
  cacheSchedules: cacheScheduleAdapter,
  pipelines: pipelineAdapter,
}
