package io.tributary.demo;

/** No answer, or one that says "later": whether the call took effect is not known. */
final class Away extends RuntimeException {
  private static final long serialVersionUID = 1;

  Away(String message) {
    super(message);
  }

  Away(Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
