import { renderStateSchema } from '@frostline/services'

/** Public, like the description of the API: editors read it without a token. */
export const stateSchemaPath = '/api/v1/state/schema.json'

export function stateSchema(origin: string): Record<string, unknown> {
  return renderStateSchema(`${origin}${stateSchemaPath}`)
}
