/** Why there is no object to parse. */

/** What stands there is no object. */
export class MalformedObject extends Error {}
/** The object goes on beyond the window: read more and begin again. */
export class WindowTooSmall extends Error {}
