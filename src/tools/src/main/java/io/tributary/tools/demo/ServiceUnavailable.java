package io.tributary.tools.demo;

/** No answer, or one that says "later": whether the call took effect is not known. */
final class ServiceUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  ServiceUnavailable(String message) {
    super(message);
  }

  ServiceUnavailable(Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
