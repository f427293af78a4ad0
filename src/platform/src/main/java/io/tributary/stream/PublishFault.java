package io.tributary.stream;

import io.tributary.delivery.ErrorClass;

/** Why a broker did not take a message. */
final class PublishFault extends Exception {
  private final ErrorClass error;

  /**
   * @param text what the broker said, for the log; empty when it said nothing
   */
  PublishFault(ErrorClass error, String text) {
    super(text, null, false, false);
    this.error = error;
  }

  ErrorClass error() {
    return error;
  }
}
