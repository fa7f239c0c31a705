export { listFleet } from './list.ts'
export * from './render-csv.ts'
export { type FleetTable, fleetList, type ListFleetInput, listFleetInput } from './schema.ts'
export {
  changeFleetViewInput,
  fleetView,
  fleetViewRef,
  fleetViews,
  saveFleetViewInput,
} from './view-schema.ts'
export * from './views.ts'
