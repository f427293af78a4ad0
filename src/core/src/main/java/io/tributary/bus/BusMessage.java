package io.tributary.bus;

/**
 * Message on the event bus; always a record. Local messages stay in the process, remote ones may
 * cross nodes as JSON.
 */
public sealed interface BusMessage {
  /** Message that is passed by reference; the codec refuses to encode it. */
  non-sealed interface Local extends BusMessage {}

  /**
   * Message that may cross nodes: IDs and numbers only, at most 64 KiB, no health data, no secrets.
   *
   * <p>For compatibility between versions, fields are only ever added.
   */
  non-sealed interface Remote extends BusMessage {}
}
