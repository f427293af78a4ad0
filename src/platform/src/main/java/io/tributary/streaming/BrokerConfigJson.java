package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.delivery.DestinationKind;
import io.tributary.http.JsonFields;
import io.tributary.outbound.SsrfPolicy;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Broker configuration as JSON: as accepted by the management API, as stored encrypted, and as
 * shown to readers.
 */
final class BrokerConfigJson {
  private static final int URI_LENGTH = 2048;

  /** AMQP limit for short strings; a routing key is never longer than an event type. */
  private static final int EXCHANGE_BYTES = 255;

  private static final Pattern EXCHANGE = Pattern.compile("[\\x20-\\x7e]{1,255}");
  private static final String SUBJECT_PREFIX = "tributary.";
  private static final Pattern PREFIX = Pattern.compile("([A-Za-z0-9_-]+\\.){0,16}");

  private final SsrfPolicy policy;

  BrokerConfigJson(SsrfPolicy rules) {
    this.policy = rules;
  }

  /** Reads a configuration from a request; validation errors are added to the fields. */
  Optional<JsonNode> read(JsonFields given, DestinationKind kind, boolean sandbox) {
    String uri = given.requiredText("uri", 1, URI_LENGTH);
    if (uri != null) {
      check(given, kind, uri, sandbox);
    }
    ObjectNode out = Json.object().put("uri", uri);
    switch (kind) {
      case RABBITMQ -> {
        String exchange = given.requiredText("exchange", 1, EXCHANGE_BYTES);
        if (exchange != null && !EXCHANGE.matcher(exchange).matches()) {
          given.addError(
              "exchange", "String should contain only printable ASCII characters", "value_error");
        }
        out.put("exchange", exchange);
      }
      case NATS -> {
        String prefix = given.text("subject_prefix", 200).orElse(SUBJECT_PREFIX);
        if (!PREFIX.matcher(prefix).matches()) {
          given.addError(
              "subject_prefix",
              "String should be words of letters, digits, _ and -, each followed by a dot",
              "value_error");
        }
        out.put("subject_prefix", prefix);
      }
      case WEBHOOK -> throw new IllegalArgumentException("not a broker");
    }
    return Optional.of(out);
  }

  private void check(JsonFields given, DestinationKind kind, String text, boolean sandbox) {
    try {
      BrokerUri uri = BrokerUri.parse(text, schemes(kind));
      String place = uri.destination().authority() + "/";
      boolean tls = uri.destination().tls();
      if (kind == DestinationKind.NATS && uri.path().filter(p -> !p.isEmpty()).isPresent()) {
        given.addError("uri", "URI should have no path", "value_error");
      }
      Optional<String> fault = policy.validationError("https://" + place, sandbox);
      if (fault.isEmpty()
          && !tls
          && policy.validationError("http://" + place, sandbox).isPresent()) {
        fault = Optional.of("URI should be " + schemes(kind).tls() + " in production");
      }
      fault.ifPresent(wrong -> given.addError("uri", wrong.replace("URL", "URI"), "value_error"));
    } catch (BrokerUri.InvalidBrokerUriException e) {
      given.addError("uri", e.getMessage(), "value_error");
    }
  }

  private static BrokerUri.BrokerSchemes schemes(DestinationKind kind) {
    return switch (kind) {
      case RABBITMQ -> BrokerUri.AMQP;
      case NATS -> BrokerUri.NATS;
      case WEBHOOK -> throw new IllegalArgumentException("not a broker");
    };
  }

  static BrokerUri uri(DestinationKind kind, JsonNode connection)
      throws BrokerUri.InvalidBrokerUriException {
    return BrokerUri.parse(connection.path("uri").asText(), schemes(kind));
  }

  /** Parses a stored URI, which was validated before it was stored. */
  private static BrokerUri parseStored(DestinationKind kind, JsonNode connection) {
    try {
      return uri(kind, connection);
    } catch (BrokerUri.InvalidBrokerUriException e) {
      throw new IllegalStateException(kind + ": " + e.getMessage());
    }
  }

  /** Returns scheme, host and port, without secrets. */
  static String address(DestinationKind kind, JsonNode connection) {
    return parseStored(kind, connection).address();
  }

  /**
   * Returns the configuration as shown to readers, with a masked URI; an empty object if it could
   * not be decrypted.
   */
  static ObjectNode masked(DestinationKind kind, JsonNode connection) {
    if (connection.isMissingNode()) {
      return Json.object();
    }
    ObjectNode out = connection.deepCopy();
    return out.put("uri", parseStored(kind, connection).masked());
  }

  /**
   * Replaces a masked URI by the stored one, because a client that sends back what it read means
   * the stored password. Empty if no stored URI matches the masked one.
   */
  static Optional<JsonNode> unmasked(
      DestinationKind kind, JsonNode given, Optional<JsonNode> stored) {
    if (!parseStored(kind, given).isMasked()) {
      return Optional.of(given);
    }
    return stored
        .filter(s -> !s.isMissingNode())
        .filter(s -> parseStored(kind, s).masked().equals(given.path("uri").asText()))
        .map(s -> ((ObjectNode) given.deepCopy()).put("uri", s.path("uri").asText()));
  }
}
