package io.tributary.delivery;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Builds the HTTP headers of one attempt. Stateless. */
final class AttemptHeaders {
  private static final CharSequence USER_AGENT =
      HttpHeaders.createOptimized("Tributary-Webhooks/1");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence IDENTITY = HttpHeaders.createOptimized("identity");
  private static final CharSequence ID = HttpHeaders.createOptimized("webhook-id");
  private static final CharSequence TIMESTAMP = HttpHeaders.createOptimized("webhook-timestamp");
  private static final CharSequence SIGNATURE = HttpHeaders.createOptimized("webhook-signature");
  private static final CharSequence SEQUENCE = HttpHeaders.createOptimized("webhook-sequence");
  private static final CharSequence SVIX_ID = HttpHeaders.createOptimized("svix-id");
  private static final CharSequence SVIX_TIMESTAMP = HttpHeaders.createOptimized("svix-timestamp");
  private static final CharSequence SVIX_SIGNATURE = HttpHeaders.createOptimized("svix-signature");

  /**
   * Headers that customers cannot override: the service's own and those that control the
   * connection.
   */
  private static final Set<String> RESERVED =
      Set.of(
          "accept-encoding",
          "connection",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "trailers",
          "transfer-encoding",
          "upgrade",
          "user-agent");

  private AttemptHeaders() {}

  /**
   * @throws IllegalArgumentException if one of the customer's headers cannot be sent
   */
  static void fill(MultiMap headers, EndpointSnapshot target, Delivery delivery, Instant now) {
    long seconds = now.getEpochSecond();
    String timestamp = Long.toString(seconds);
    String signature =
        WebhookSigner.signature(
            target.keysAt(now),
            delivery.messageId(),
            seconds,
            ((BufferInternal) delivery.body()).getByteBuf().nioBuffer());
    headers
        .set(HttpHeaders.CONTENT_TYPE, JSON)
        .set(HttpHeaders.USER_AGENT, USER_AGENT)
        .set(HttpHeaders.ACCEPT_ENCODING, IDENTITY)
        .set(ID, delivery.messageId())
        .set(TIMESTAMP, timestamp)
        .set(SIGNATURE, signature)
        .set(SVIX_ID, delivery.messageId())
        .set(SVIX_TIMESTAMP, timestamp)
        .set(SVIX_SIGNATURE, signature);
    if (delivery.sequence() != null) {
      headers.set(SEQUENCE, delivery.sequence().toString());
    }
    for (Map.Entry<String, String> own : target.headers().entrySet()) {
      if (!isReserved(own.getKey())) {
        headers.set(own.getKey(), own.getValue());
      }
    }
  }

  static boolean isReserved(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return RESERVED.contains(lower)
        || lower.startsWith("content-")
        || lower.startsWith("webhook-")
        || lower.startsWith("svix-")
        || lower.startsWith("x-svix-");
  }
}
