import type { CallRecord } from '@frostline/api'
import { Histogram } from './histogram.ts'

/** What the web process counts while it runs. */
export interface Metrics {
  recordCall(record: CallRecord): void
  recordRequest(door: string, status: number, elapsedMs: number): void
  render(): string
}

export function createMetrics(): Metrics {
  const requests = new Histogram(
    'frostline_http_request_duration_seconds',
    'API requests by interface (tRPC or REST).',
  )
  const calls = new Histogram('frostline_procedure_duration_seconds', 'Calls by procedure.')
  return {
    recordCall({ path, type, door, code, elapsedMs }) {
      // A stream lasts as long as its tab is open: its duration is meaningless.
      if (type !== 'subscription') calls.observe({ procedure: path, door, code }, elapsedMs / 1000)
    },
    recordRequest(door, status, elapsedMs) {
      requests.observe({ door, status: String(status) }, elapsedMs / 1000)
    },
    render: () => requests.render() + calls.render(),
  }
}
