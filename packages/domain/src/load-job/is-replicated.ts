/** Of the name of an engine: its replicas have parts of their own and fetch what they lack, with Keeper in between. */
export function isReplicated(engine: string): boolean {
  return engine.startsWith('Replicated')
}
