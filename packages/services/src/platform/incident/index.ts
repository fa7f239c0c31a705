export * from './frozen/frozen-incidents.ts'
export {
  exportedIncident,
  exportIncidentInput,
  freezeIncidentInput,
  frozenIncident,
  frozenIncidentRef,
  frozenIncidents,
  importIncidentInput,
  incidentContents,
  measureIncidentInput,
  openedIncident,
} from './frozen/frozen-schema.ts'
export * from './get-incident.ts'
export { type Incident, incident, incidentInput } from './incident-schema.ts'
