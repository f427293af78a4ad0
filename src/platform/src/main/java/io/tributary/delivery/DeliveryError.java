package io.tributary.delivery;

import io.netty.handler.codec.PrematureChannelClosureException;
import io.tributary.outbound.SsrfGuard;
import io.vertx.core.VertxException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Reason for a failed attempt. */
public enum DeliveryError {
  HTTP_STATUS,
  TIMEOUT,
  DNS_ERROR,
  CONNECT_ERROR,
  TLS_ERROR,
  PROTOCOL_ERROR,
  BLOCKED_ADDRESS;

  /**
   * HTTP/2 error codes that blame the request; with any other code the endpoint merely closed the
   * stream.
   */
  private static final Set<Long> HTTP2_REQUEST_ERRORS = Set.of(0x1L, 0x3L, 0x5L, 0x6L, 0x9L, 0xdL);

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether the endpoint did not respond at all, which is what the circuit breaker counts.
   */
  boolean isUnanswered() {
    return this == TIMEOUT || this == CONNECT_ERROR;
  }

  public static DeliveryError ofLookup(Throwable t) {
    return t instanceof SsrfGuard.BlockedAddressException ? BLOCKED_ADDRESS : DNS_ERROR;
  }

  /** Classifies the exception of a failed connection or request. */
  public static DeliveryError of(Throwable t) {
    for (Throwable at = t; at != null && at != at.getCause(); at = at.getCause()) {
      if (at instanceof SSLException || at instanceof GeneralSecurityException) {
        return TLS_ERROR;
      }
      if (at instanceof TimeoutException || at.getClass().getSimpleName().contains("Timeout")) {
        return TIMEOUT;
      }
      if (at instanceof PrematureChannelClosureException) {
        return CONNECT_ERROR;
      }
      if (at instanceof StreamResetException reset) {
        return HTTP2_REQUEST_ERRORS.contains(reset.getCode()) ? PROTOCOL_ERROR : CONNECT_ERROR;
      }
    }
    return t instanceof IOException || t instanceof VertxException ? CONNECT_ERROR : PROTOCOL_ERROR;
  }
}
