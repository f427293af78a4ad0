package io.tributary.delivery;

import io.tributary.outbound.AddressGuard;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Why an attempt failed: webhooks.md §11. */
public enum ErrorClass {
  HTTP_STATUS,
  TIMEOUT,
  DNS_ERROR,
  CONNECT_ERROR,
  TLS_ERROR,
  PROTOCOL_ERROR,
  BLOCKED_ADDRESS;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether nobody answered, which is what the breaker counts. */
  boolean unanswered() {
    return this == TIMEOUT || this == CONNECT_ERROR;
  }

  public static ErrorClass ofLookup(Throwable t) {
    return t instanceof AddressGuard.Blocked ? BLOCKED_ADDRESS : DNS_ERROR;
  }

  /** Of a failed connection or request. */
  public static ErrorClass of(Throwable t) {
    for (Throwable at = t; at != null && at != at.getCause(); at = at.getCause()) {
      if (at instanceof SSLException || at instanceof GeneralSecurityException) {
        return TLS_ERROR;
      }
      if (at instanceof TimeoutException || at.getClass().getSimpleName().contains("Timeout")) {
        return TIMEOUT;
      }
    }
    return t instanceof IOException || t instanceof io.vertx.core.VertxException
        ? CONNECT_ERROR
        : PROTOCOL_ERROR;
  }
}
