package io.tributary.lab.order;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tributary.core.Encryption;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.http.RequestContext;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Idempotency key of a call.
 *
 * @param route name of the operation; several paths may share one
 * @param hash hash of the body, independent of the order of its fields
 * @param successesOnly whether refusals are not stored
 */
public record IdempotencyKey(
    Tenant tenant, String route, String key, byte[] hash, boolean successesOnly) {
  private static final int MAX_LENGTH = 255;
  private static final ObjectWriter SORTED_WRITER =
      Json.MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  /** Reads the key of a call with a JSON body; empty when the call has none. */
  public static Optional<IdempotencyKey> fromCall(RequestContext call, String route) {
    return fromCall(call, route, "");
  }

  /**
   * Reads the key of a call whose path names a resource; a call for another resource is a different
   * call.
   */
  public static Optional<IdempotencyKey> fromCall(RequestContext call, String route, UUID subject) {
    return fromCall(call, route, subject + " ");
  }

  private static Optional<IdempotencyKey> fromCall(
      RequestContext call, String route, String before) {
    return fromCallWithoutBody(call, route)
        .map(k -> k.withHash(Encryption.sha256(before + canonicalJson(call.json()))));
  }

  /** Returns the key with another hash. */
  public IdempotencyKey withHash(byte[] other) {
    return new IdempotencyKey(tenant, route, key, other, successesOnly);
  }

  /** Reads the key of a call whose body has not been read yet. */
  public static Optional<IdempotencyKey> fromCallWithoutBody(RequestContext call, String route) {
    String key = call.header("x-idempotency-key");
    if (key == null) {
      return Optional.empty();
    }
    if (key.isEmpty() || key.length() > MAX_LENGTH) {
      throw ServiceException.validationFailed(
          new FieldError(
              List.of("header", "x-idempotency-key"),
              "String should have 1 to " + MAX_LENGTH + " characters",
              key.isEmpty() ? "string_too_short" : "string_too_long"));
    }
    return Optional.of(
        new IdempotencyKey(
            call.tenant(),
            route,
            key,
            new byte[0],
            "no-cache".equalsIgnoreCase(call.header("x-idempotency-error"))));
  }

  private static String canonicalJson(JsonNode body) {
    try {
      return SORTED_WRITER.writeValueAsString(Json.MAPPER.treeToValue(body, Object.class));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
