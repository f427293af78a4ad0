package io.tributary.audit;

import io.vertx.core.Future;

/** Audit trail of the HTTP requests. Thread-safe. */
public interface AuditTrail {
  /** Discards all rows; for HTTP servers without a service behind them. */
  AuditTrail NONE =
      new AuditTrail() {
        @Override
        public Future<Void> write(AuditEntry entry) {
          return Future.succeededFuture();
        }

        @Override
        public void writeLater(AuditEntry entry) {}

        @Override
        public boolean writesAhead() {
          return false;
        }

        @Override
        public Source source() {
          return Source.OFF;
        }
      };

  /**
   * Records a row.
   *
   * <p>The future completes once the row is as durable as the settings require. The caller must not
   * act or respond before that. It fails with a 503 {@link io.tributary.core.ServiceException} if
   * the row cannot be recorded.
   */
  Future<Void> write(AuditEntry entry);

  /**
   * Records a row that no caller waits for; it is stored with the next batch, even if the queue is
   * full.
   *
   * <p>Only {@link AuditEntry.ActorKind#READ} rows are dropped when the queue is full: callers pass
   * a read here only if it showed no data.
   */
  void writeLater(AuditEntry entry);

  /** Returns whether a change needs a {@link AuditEntry.ActorKind#BEGUN} row before it starts. */
  boolean writesAhead();

  /** Returns how the client address is recorded. */
  Source source();

  /** Client address to record. */
  enum Source {
    OFF,
    /** Remote address of the connection. */
    PEER,
    /** Last address of {@code x-forwarded-for}, which the nearest proxy added. */
    FORWARDED
  }
}
