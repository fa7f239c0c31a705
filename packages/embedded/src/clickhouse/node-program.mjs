// One ClickHouse node. node-process.ts starts it as a child process because the call below blocks this thread for the
// life of the server. The node ends gracefully when its stdin closes.

import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { confine } from './confine.mjs'
import { openLoginGate } from './login-gate.mjs'
import { outliveConnections } from './outlive-connections.mjs'

const require = createRequire(import.meta.url)
const { DataType, load, open } = require('ffi-rs')
const [library, ...args] = process.argv.slice(2)

// A Ctrl-C reaches the whole process group. Without handlers it would end the server in the middle of a write; with
// them only closing stdin ends it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

// The configuration reads it from the environment: a command line can be read by everybody on the machine.
process.env.FROSTLINE_LOGIN_GATE = await openLoginGate()

open({ library: 'chdb', path: library })
const fragile = outliveConnections(realpathSync(library))
if (fragile) {
  console.error(
    `Anyone who can connect to this node can end it, for example with a rejected login: ${library} has an unexpected build (${fragile}).`,
  )
}
const folders = process.env.FROSTLINE_NODE_FOLDERS
if (folders) {
  const fault = confine({ readable: [dirname(library), process.execPath], writable: JSON.parse(folders) })
  if (fault) console.error(`This node can read all files of its system user: ${fault}.`)
}
// The result is a pointer that is NULL after a failed start: it must not be read.
load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
})
