package io.tributary.bus;

/**
 * What travels on the bus: records only. Local ones stay in the process, remote ones may cross
 * nodes as JSON.
 */
public sealed interface BusMessage {
  /** Passed by reference; the codec refuses to encode it. */
  non-sealed interface Local extends BusMessage {}

  /**
   * Ids and numbers only, at most 64 KiB, no health data, no secrets; fields are only ever added.
   */
  non-sealed interface Remote extends BusMessage {}
}
