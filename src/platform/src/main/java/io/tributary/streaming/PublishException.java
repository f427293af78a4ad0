package io.tributary.streaming;

import io.tributary.delivery.DeliveryError;

/** Failure to publish a message to a broker. */
final class PublishException extends Exception {
  private final DeliveryError error;

  /**
   * @param text the broker's error message, for the message log; empty if there was none
   */
  PublishException(DeliveryError error, String text) {
    super(text, null, false, false);
    this.error = error;
  }

  DeliveryError error() {
    return error;
  }
}
