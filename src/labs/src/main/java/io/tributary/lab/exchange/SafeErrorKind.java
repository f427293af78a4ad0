package io.tributary.lab.exchange;

import io.tributary.core.ServiceException;
import io.tributary.lab.protocol.mllp.MllpFault;
import io.vertx.pgclient.PgException;

/**
 * Loggable description of an error: its kind and origin. Error messages may quote patient data, so
 * they are never logged.
 */
final class SafeErrorKind {
  private static final String OWN_PACKAGE = "io.tributary.";

  private SafeErrorKind() {}

  /** Short form for a database column. */
  static String kind(Throwable fault) {
    return switch (fault) {
      case UndeliverableOrder u -> u.getMessage();
      case MllpFault m -> m.kind().name();
      case FhirTransport.FhirLinkFailure a -> a.getMessage();
      case ServiceException r -> r.reason().name();
      case PgException p -> "PgException " + p.getSqlState();
      default ->
          fault.getCause() == null || fault.getCause() == fault
              ? fault.getClass().getSimpleName()
              : fault.getClass().getSimpleName() + " of " + kind(fault.getCause());
    };
  }

  /** Returns whether the error is temporary, such as an unavailable database. */
  static boolean isTransient(Throwable fault) {
    return fault instanceof ServiceException r
        && (r.reason() == ServiceException.Reason.UNAVAILABLE
            || r.reason() == ServiceException.Reason.TOO_MANY);
  }

  /** Kind and source position, for logs. */
  static String describe(Throwable fault) {
    for (Throwable t = fault; t != null && t.getCause() != t; t = t.getCause()) {
      for (StackTraceElement e : t.getStackTrace()) {
        if (e.getClassName().startsWith(OWN_PACKAGE)) {
          String name = e.getClassName().substring(e.getClassName().lastIndexOf('.') + 1);
          return kind(fault) + " at " + name + "." + e.getMethodName() + ":" + e.getLineNumber();
        }
      }
    }
    return kind(fault);
  }
}
