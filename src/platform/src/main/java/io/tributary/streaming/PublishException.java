package io.tributary.streaming;

import io.tributary.delivery.DeliveryError;

/** Why a broker did not take a message. */
final class PublishException extends Exception {
  private final DeliveryError error;

  /**
   * @param text what the broker said, for the log; empty when it said nothing
   */
  PublishException(DeliveryError error, String text) {
    super(text, null, false, false);
    this.error = error;
  }

  DeliveryError error() {
    return error;
  }
}
