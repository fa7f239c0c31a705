/** Request header with path and query of a page, set by the proxy for what the layout reads first. */
export const documentAddressHeader = 'x-frostline-document'
