package io.tributary.tools.demo;

/**
 * Failure without a response, or with one that asks for a retry, after which it is unknown whether
 * the call took effect.
 */
final class ServiceUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  ServiceUnavailable(String message) {
    super(message);
  }

  ServiceUnavailable(Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
