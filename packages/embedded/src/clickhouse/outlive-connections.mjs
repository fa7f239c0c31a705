// In this mode the engine installs an error handler that ends the process when a connection's thread ends with an
// exception (26.7: KillingErrorHandler of programs/local/LocalServer.cpp). A rejected login over the native protocol is
// one, garbage or a disconnect in the middle of a packet another: anyone who reaches the port could end the node. A
// real server's handler continues.
//
// Nothing of it is exported. But C++ keeps the name of the class and of its base, and both vtables: the reactions of
// Poco::ErrorHandler, which do nothing, replace those of the derived class. The engine has logged the exception by
// then.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { callLibc } from './libc.mjs'

const DERIVED = '19KillingErrorHandler'
const BASE = 'N4Poco12ErrorHandlerE'
/** Before them a table has the two destructors: the reactions to Poco's, the standard's and any other exception. */
const FIRST_REACTION = 2
const REACTIONS = 3

const WORD = 8
const PAGE = 4096
const CHUNK = 1 << 22
const PROT_READ = 1
const PROT_WRITE = 2

/**
 * Lets this process's engine survive connections that fail. The library is open and has not started. Returns why not if
 * the library's build is unexpected; then nothing was changed.
 *
 * @returns {string | null}
 */
export function outliveConnections(library) {
  const memory = openSync('/proc/self/mem', 'r')
  const words = (address, count) => {
    const bytes = Buffer.alloc(count * WORD)
    readSync(memory, bytes, 0, bytes.length, address)
    return Array.from({ length: count }, (_, index) => Number(bytes.readBigUInt64LE(index * WORD)))
  }
  try {
    const regions = listRegions(library)
    const code = regions.filter(({ access }) => access.startsWith('r-x'))
    const constants = regions.filter(({ access }) => access.startsWith('r--'))
    const name = constants.reduce((found, region) => found ?? findText(memory, region, DERIVED), undefined)
    if (name === undefined) return `it has no class ${DERIVED}`
    // Sections with addresses come after the code: the texts before are large and contain none.
    const tables = constants.slice(1).map((region) => ({ ...region, bytes: readRegion(memory, region) }))

    // A type: its own table, its name, its base.
    const type = findWords(tables, name).map((address) => address - WORD)[0]
    if (type === undefined) return `class ${DERIVED} has no type`
    const base = words(type, 3)[2] ?? 0
    const inside = constants.some(({ from, to }) => base >= from && base < to)
    const baseName = inside ? (words(base, 2)[1] ?? 0) : 0
    const baseText = Buffer.alloc(BASE.length + 1)
    if (baseName) readSync(memory, baseText, 0, baseText.length, baseName)
    if (baseText.toString('latin1') !== `${BASE}\0`) return `class ${DERIVED} has another base than ${BASE}`

    // A vtable: an offset of 0, the type, the functions.
    const reactionsOf = (wanted) => {
      const found = findWords(tables, wanted)
        .map((address) => address + WORD * (1 + FIRST_REACTION))
        .filter((address) => words(address - WORD * (2 + FIRST_REACTION), 1)[0] === 0)
        .filter((address) =>
          words(address, REACTIONS).every((target) =>
            code.some(({ from, to }) => target >= from && target < to),
          ),
        )
      return found.length === 1 ? found[0] : undefined
    }
    const [killing, harmless] = [reactionsOf(type), reactionsOf(base)]
    if (killing === undefined || harmless === undefined)
      return 'its tables of virtual functions are not as expected'

    const replacement = Buffer.alloc(REACTIONS * WORD)
    readSync(memory, replacement, 0, replacement.length, harmless)
    const start = killing - (killing % PAGE)
    const length = killing + replacement.length - start
    if (callLibc('mprotect', start, length, PROT_READ | PROT_WRITE) !== 0)
      return 'its memory cannot be changed'
    callLibc('memcpy', killing, replacement, replacement.length)
    callLibc('mprotect', start, length, PROT_READ)
    return null
  } finally {
    closeSync(memory)
  }
}

function listRegions(library) {
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(` ${library}`))
    .map((line) => {
      const [range = '', access = ''] = line.split(' ')
      const [from, to] = range.split('-').map((address) => Number.parseInt(address, 16))
      return { from, to, access }
    })
}

function readRegion(memory, { from, to }) {
  const bytes = Buffer.alloc(to - from)
  for (let at = 0; at < bytes.length; ) at += readSync(memory, bytes, at, bytes.length - at, from + at)
  return bytes
}

/** Matches the whole text, between zeros. */
function findText(memory, { from, to }, text) {
  const wanted = Buffer.from(`\0${text}\0`)
  const bytes = Buffer.alloc(CHUNK + wanted.length)
  for (let at = from; at < to; at += CHUNK) {
    const read = readSync(memory, bytes, 0, Math.min(bytes.length, to - at), at)
    const index = bytes.subarray(0, read).indexOf(wanted)
    if (index >= 0) return at + index + 1
  }
  return undefined
}

/** Where an address is kept. */
function findWords(tables, address) {
  const wanted = Buffer.alloc(WORD)
  wanted.writeBigUInt64LE(BigInt(address))
  const found = []
  for (const { from, bytes } of tables) {
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
      if (at % WORD === 0) found.push(from + at)
    }
  }
  return found
}
