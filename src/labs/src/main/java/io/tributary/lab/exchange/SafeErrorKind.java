package io.tributary.lab.exchange;

import io.tributary.core.ServiceException;
import io.tributary.lab.protocol.mllp.MllpFault;
import io.vertx.pgclient.PgException;

/**
 * What may be written of a fault: its kind and where it arose. Its text may quote a message, and
 * messages are about patients.
 */
final class SafeErrorKind {
  private static final String OURS = "io.tributary.";

  private SafeErrorKind() {}

  /** A few words, as for a column. */
  static String kind(Throwable fault) {
    return switch (fault) {
      case UndeliverableOrder u -> u.getMessage();
      case MllpFault m -> m.kind().name();
      case FhirTransport.Away a -> a.getMessage();
      case ServiceException r -> r.reason().name();
      case PgException p -> "PgException " + p.getSqlState();
      default ->
          fault.getCause() == null || fault.getCause() == fault
              ? fault.getClass().getSimpleName()
              : fault.getClass().getSimpleName() + " of " + kind(fault.getCause());
    };
  }

  /** Whether it is nobody's fault and ends by itself: the database is away, for instance. */
  static boolean passes(Throwable fault) {
    return fault instanceof ServiceException r
        && (r.reason() == ServiceException.Reason.UNAVAILABLE
            || r.reason() == ServiceException.Reason.TOO_MANY);
  }

  /** Its kind with the place in our code, for logs. */
  static String of(Throwable fault) {
    for (Throwable t = fault; t != null && t.getCause() != t; t = t.getCause()) {
      for (StackTraceElement e : t.getStackTrace()) {
        if (e.getClassName().startsWith(OURS)) {
          String name = e.getClassName().substring(e.getClassName().lastIndexOf('.') + 1);
          return kind(fault) + " at " + name + "." + e.getMethodName() + ":" + e.getLineNumber();
        }
      }
    }
    return kind(fault);
  }
}
