package io.tributary.audit;

import io.vertx.core.Future;

/** Where the edge writes down what is asked of it. Thread-safe. */
public interface AuditTrail {
  /** Nothing is written down: for a server without a service behind it. */
  AuditTrail NONE =
      new AuditTrail() {
        @Override
        public Future<Void> write(AuditEntry entry) {
          return Future.succeededFuture();
        }

        @Override
        public void later(AuditEntry entry) {}

        @Override
        public boolean ahead() {
          return false;
        }

        @Override
        public Source source() {
          return Source.OFF;
        }
      };

  /**
   * Takes a row. Completes once it is as safe as the settings want it before the caller goes on;
   * nothing is told to anybody before that. Fails with a refusal of 503 when it cannot be kept.
   */
  Future<Void> write(AuditEntry entry);

  /**
   * Takes a row that nobody waits for: it is stored with the next ones, however many wait. Only a
   * read that showed nothing is let go when too many do.
   */
  void later(AuditEntry entry);

  /** Whether a change needs a row {@link AuditEntry.Kind#BEGUN} before anything is done. */
  boolean ahead();

  /** Whether and how the source of requests is kept. */
  Source source();

  /** What is kept of where a request comes from. */
  enum Source {
    OFF,
    /** The address at the other end of the connection. */
    PEER,
    /** The last address of {@code x-forwarded-for}, which the nearest proxy has added. */
    FORWARDED
  }
}
