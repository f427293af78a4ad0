package io.tributary.db;

/** The embedded database cannot start or stop. The message states what the operator can do. */
public final class EmbeddedPostgresException extends Exception {
  EmbeddedPostgresException(String message) {
    super(message);
  }

  EmbeddedPostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
