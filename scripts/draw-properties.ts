import fc from 'fast-check'

/**
 * How properties draw their examples: the same each time, so that one commit has one result. FROSTLINE_PROPERTY_SEED draws
 * others, FROSTLINE_PROPERTY_RUNS draws more.
 */
const { FROSTLINE_PROPERTY_SEED: seed = '1', FROSTLINE_PROPERTY_RUNS: runs = '100' } = process.env

fc.configureGlobal({ seed: Number(seed), numRuns: Number(runs) })
